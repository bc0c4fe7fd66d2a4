import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { actorOf } from '../platform/access/actor.ts';
import {
  type Principal,
  requireNoDesk,
  requirePerson,
  type UserPrincipal,
} from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type Id, newId, parseId } from '../platform/ids.ts';
import {
  ALGORITHMS,
  CHALLENGE_LIFETIME,
  challengeFor,
  type PasskeyDeps,
  redeemChallenge,
  requireRelyingParty,
  userHandleOf,
} from './challenge.ts';

/** [LIM-7] */
const MOST_PASSKEYS = 20;

export interface PasskeyView {
  id: Id<'Passkey'>;
  name: string;
  aaguid: string;
  transports: string[];
  createdAt: string;
  lastUsedAt?: string;
  /** Since when it opens nothing, because there seems to be a copy of it. */
  lockedAt?: string;
}

type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number];

const toView = (row: PasskeyRow): PasskeyView => ({
  id: row.id,
  name: row.name,
  aaguid: row.aaguid,
  transports: row.transports,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString(),
  lockedAt: row.locked_at?.toISOString(),
});

function passkeysOf(db: Db, person: UserPrincipal) {
  return scoped(db, person).selectFrom('passkeys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** One's own passkeys, oldest first. [PKY-1] */
export async function listPasskeys(deps: { db: Db }, principal: Principal): Promise<PasskeyView[]> {
  return (await passkeysOf(deps.db, requirePerson(principal))).map(toView);
}

/** Options for `navigator.credentials.create()`: a passkey that is found without a name and asks who the user is. */
export async function registrationOptions(deps: PasskeyDeps, principal: Principal) {
  const person = mayRegister(principal);
  const { id: rpID, name: rpName } = requireRelyingParty(deps);
  const existing = await passkeysOf(deps.db, person);
  requireRoom(existing.length);
  const challenge = await transaction(deps.db, (tx) => challengeFor(tx, person.userId));
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName: person.email,
    userDisplayName: person.name,
    userID: userHandleOf(person.userId),
    challenge,
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map((row) => ({
      id: row.credential_id.toString('base64url'),
      transports: row.transports,
    })),
  });
}

export interface NewPasskey {
  name: string;
  id: string;
  attestationObject: string;
  clientDataJSON: string;
  transports?: string[];
}

/** Keeps the public half of what the authenticator made, if it was made for this user, here, just now. */
export async function registerPasskey(
  deps: PasskeyDeps,
  principal: Principal,
  input: NewPasskey,
): Promise<PasskeyView> {
  const person = mayRegister(principal);
  const { credential, aaguid } = await verified(deps, person, input);
  const transports = [...new Set(input.transports ?? [])];
  const row = await transaction(deps.db, async (tx) => {
    await lockRoom(tx, person);
    const made = await tx
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: person.userId,
        name: input.name,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        aaguid,
        transports,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAbout(tx, person, made, 'passkey.registered');
    return made;
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'passkeys_credential_taken'
      ? invalid('is registered already')
      : error;
  });
  return toView(row);
}

const invalid = (what: string) =>
  invalidField('attestationObject', `${what}; ask for a new challenge and try again`);

async function verified(deps: PasskeyDeps, person: UserPrincipal, input: NewPasskey) {
  const { id: expectedRPID, origins } = requireRelyingParty(deps);
  const { id, attestationObject, clientDataJSON } = input;
  const expectedChallenge = await redeemChallenge(deps.db, clientDataJSON, person.userId);
  if (expectedChallenge === undefined)
    throw invalidField(
      'clientDataJSON',
      'has a challenge that you were not given, or used; ask for a new one',
    );
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { attestationObject, clientDataJSON },
    },
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!result?.verified || result.registrationInfo.credential.id !== id) throw invalid('cannot be verified');
  return result.registrationInfo;
}

/** Removes one of one's own; the last one too. [PKY-5] */
export async function removePasskey(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  const person = requirePerson(principal);
  requireNoDesk(principal);
  const passkeyId = parseId<'Passkey'>(id);
  if (!passkeyId) throw new AppError('NOT_FOUND');
  await transaction(deps.db, async (tx) => {
    const removed = await scoped(tx, person)
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!removed) throw new AppError('NOT_FOUND');
    await recordAbout(tx, person, removed, 'passkey.removed');
  });
}

function mayRegister(principal: Principal): UserPrincipal {
  const person = requirePerson(principal);
  requireNoDesk(principal);
  return person;
}

/** Two registrations at once do not pass the limit together, and none passes a deactivation. */
async function lockRoom(tx: Tx, person: UserPrincipal): Promise<void> {
  const user = await scoped(tx, person)
    .selectFrom('users')
    .where('id', '=', person.userId)
    .where('status', '=', 'active')
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED');
  requireRoom((await passkeysOf(tx, person)).length);
}

function requireRoom(count: number): void {
  if (count >= MOST_PASSKEYS)
    throw new AppError('LIMIT_REACHED', {
      message: `You have ${MOST_PASSKEYS} passkeys, which is the limit. Remove one first.`,
    });
}

function recordAbout(
  tx: Tx,
  person: UserPrincipal,
  passkey: { id: string; name: string },
  eventType: 'passkey.registered' | 'passkey.removed',
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: person.accountId,
    actor: actorOf(person),
    eventType,
    companyIds: person.reach.companyIds,
    target: { type: 'passkey', id: passkey.id, name: passkey.name },
  });
}
