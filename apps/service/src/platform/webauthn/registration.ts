import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { violatedConstraint } from '../db/database.ts';
import { AppError, invalidField } from '../errors.ts';
import { type Id, newId } from '../ids.ts';
import type { TokenHolder } from '../one-time-token.ts';
import { CHALLENGE_LIFETIME, challengeFor, redeemChallenge, userHandleOf } from './challenge.ts';
import { type PasskeyFace, requireRelyingParty } from './relying-party.ts';

/** [LIM-7] */
const MOST_PASSKEYS = 20;
/** Algorithms that every authenticator has one of: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Whoever has a passkey made, and has these already. */
export interface Registrant {
  holder: TokenHolder;
  name: string;
  email: string;
  existing: readonly { credential_id: Buffer; transports: string[] }[];
}

/** Options for `navigator.credentials.create()`: a passkey that is found without a name and asks who the user is. */
export async function creationOptions(face: PasskeyFace, { holder, name, email, existing }: Registrant) {
  const { id: rpID, name: rpName } = requireRelyingParty(face);
  requireRoom(existing.length);
  const challenge = await challengeFor(face, holder);
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName: email,
    userDisplayName: name,
    userID: userHandleOf(holder.userId ?? holder.operatorId),
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

/** The public half of what the authenticator made, as it is kept. */
export interface MadePasskey {
  id: Id<'Passkey'>;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  aaguid: string;
  transports: string[];
}

/** Takes what the authenticator made, if it was made for this person, here, just now. */
export async function takeCreated(
  face: PasskeyFace,
  holder: TokenHolder,
  input: NewPasskey,
): Promise<MadePasskey> {
  const { credential, aaguid } = await verified(face, holder, input);
  return {
    id: newId(),
    name: input.name,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    aaguid,
    transports: [...new Set(input.transports ?? [])],
  };
}

async function verified(face: PasskeyFace, holder: TokenHolder, input: NewPasskey) {
  const { id: expectedRPID, origins } = requireRelyingParty(face);
  const { id, attestationObject, clientDataJSON } = input;
  const expectedChallenge = await redeemChallenge(face, clientDataJSON, holder);
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

const invalid = (what: string) =>
  invalidField('attestationObject', `${what}; ask for a new challenge and try again`);

/** Why it was not written down: a credential is registered once, which this constraint says. */
export const refuseTaken =
  (constraint: string) =>
  (error: unknown): never => {
    throw violatedConstraint(error) === constraint ? invalid('is registered already') : error;
  };

/** Whether somebody who has so many may have another one. */
export function requireRoom(count: number): void {
  if (count >= MOST_PASSKEYS)
    throw new AppError('LIMIT_REACHED', {
      message: `You have ${MOST_PASSKEYS} passkeys, which is the limit. Remove one first.`,
    });
}
