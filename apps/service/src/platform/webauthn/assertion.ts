import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Id } from '../ids.ts';
import { CHALLENGE_LIFETIME, challengeForAnyone, redeemChallenge, userHandleOf } from './challenge.ts';
import { type PasskeyFace, requireRelyingParty } from './relying-party.ts';

/** Options for `navigator.credentials.get()`: which passkey is found out by the browser, so none is named. */
export async function requestOptions(face: PasskeyFace) {
  const { id: rpID } = requireRelyingParty(face);
  const challenge = await challengeForAnyone(face);
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

/** A passkey as it is kept, and whose it is. */
export interface HeldPasskey<Holder> {
  passkeyId: Id<'Passkey'>;
  publicKey: Buffer;
  lockedAt: Date | null;
  holder: Holder;
}

/** The passkey of somebody who may come in at all, by what the authenticator calls it. */
export type FindHeld<Holder> = (credentialId: Buffer) => Promise<HeldPasskey<Holder> | undefined>;

export type AssertionOutcome<Holder> =
  | { kind: 'verified'; holder: Holder; passkeyId: Id<'Passkey'>; counter: number }
  /** A known passkey, but not its signature, or not for us. */
  | { kind: 'refused'; holder: Holder }
  /** There seems to be a copy of it: it opens nothing until it is removed. */
  | { kind: 'locked'; holder: Holder }
  | { kind: 'unknown' };

/** Whose passkey signed the challenge. The challenge is used up, whatever comes out. [WebAuthn 7.2] */
export async function checkAssertion<Holder extends { id: string }>(
  face: PasskeyFace,
  assertion: Assertion,
  find: FindHeld<Holder>,
): Promise<AssertionOutcome<Holder>> {
  const { id: expectedRPID, origins } = requireRelyingParty(face);
  const { id, ...response } = assertion;
  const expectedChallenge = await redeemChallenge(face, assertion.clientDataJSON, undefined);
  if (expectedChallenge === undefined) return { kind: 'unknown' };
  const found = await find(Buffer.from(id, 'base64url'));
  if (!found) return { kind: 'unknown' };
  const { passkeyId, publicKey, lockedAt, holder } = found;
  if (!userHandleOf(holder.id).equals(Buffer.from(assertion.userHandle, 'base64url')))
    return { kind: 'refused', holder };
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
