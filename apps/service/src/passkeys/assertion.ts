import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { type SqlBool, sql } from 'kysely';
import type { Reach } from '../platform/access/reach.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import type { AccountId, Id, UserId } from '../platform/ids.ts';
import {
  CHALLENGE_LIFETIME,
  challengeForAnyone,
  type PasskeyDeps,
  redeemChallenge,
  requireRelyingParty,
  userHandleOf,
} from './challenge.ts';

/** Options for `navigator.credentials.get()`: which passkey is found out by the browser, so none is named. */
export async function signInOptions(deps: PasskeyDeps) {
  const { id: rpID } = requireRelyingParty(deps);
  const challenge = await transaction(deps.db, challengeForAnyone);
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new TextEncoder().encode(challenge),
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  });
  return { ...options, allowCredentials: [] };
}

export interface Assertion {
  id: string;
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  userHandle: string;
}

export interface PasskeyHolder {
  id: UserId;
  accountId: AccountId;
  name: string;
  companyIds: Reach['companyIds'];
}

export type AssertionOutcome =
  | { kind: 'verified'; holder: PasskeyHolder; passkeyId: Id<'Passkey'>; counter: number }
  /** A known passkey, but not its signature, or not for us. */
  | { kind: 'refused'; holder: PasskeyHolder }
  /** There seems to be a copy of it: it opens nothing until it is removed. */
  | { kind: 'locked'; holder: PasskeyHolder }
  | { kind: 'unknown' };

/** Whose passkey signed the challenge. The challenge is used up, whatever comes out. [WebAuthn 7.2] */
export async function checkAssertion(deps: PasskeyDeps, assertion: Assertion): Promise<AssertionOutcome> {
  const { id: expectedRPID, origins } = requireRelyingParty(deps);
  const expectedChallenge = await redeemChallenge(deps.db, assertion.clientDataJSON, undefined);
  const found = expectedChallenge === undefined ? undefined : await findPasskey(deps.db, assertion.id);
  if (!found || expectedChallenge === undefined) return { kind: 'unknown' };
  const { passkeyId, publicKey, lockedAt, ...holder } = found;
  if (!userHandleOf(holder.id).equals(Buffer.from(assertion.userHandle, 'base64url')))
    return { kind: 'refused', holder };
  const { id, ...response } = assertion;
  const result = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID,
    requireUserVerification: true,
    // The library would throw for a counter just as for a wrong signature: zero lets every counter pass to us.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!result?.verified) return { kind: 'refused', holder };
  if (lockedAt !== null) return { kind: 'locked', holder };
  return { kind: 'verified', holder, passkeyId, counter: result.authenticationInfo.newCounter };
}

function findPasskey(db: Db, credentialId: string) {
  return overAll(db, 'sign-in')
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('passkeys.credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .where('users.status', '=', 'active')
    .select([
      'passkeys.id as passkeyId',
      'passkeys.public_key as publicKey',
      'passkeys.locked_at as lockedAt',
      'users.id',
      'users.account_id as accountId',
      'users.name',
      userReach.as('companyIds'),
    ])
    .executeTakeFirst();
}

/**
 * Moves the counter on, or, when it did not go up, locks the passkey: somebody may have a copy, and which of the two is here
 * nobody knows. Authenticators that do not count say 0 for ever. [WebAuthn 7.2 step 22]
 */
export async function advanceCounter(
  tx: Tx,
  passkeyId: Id<'Passkey'>,
  counter: number,
): Promise<'advanced' | 'went-backwards' | 'removed'> {
  const advanced = await overAll(tx, 'sign-in')
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date() })
    .where('id', '=', passkeyId)
    .where('locked_at', 'is', null)
    .where(sql<SqlBool>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  if (advanced) return 'advanced';
  const present = await overAll(tx, 'sign-in')
    .updateTable('passkeys')
    .set({ locked_at: sql<Date>`coalesce(locked_at, now())` })
    .where('id', '=', passkeyId)
    .returning('id')
    .executeTakeFirst();
  return present ? 'went-backwards' : 'removed';
}
