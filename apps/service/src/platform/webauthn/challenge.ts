import { transaction } from '../db/database.ts';
import {
  forgetTokens,
  issueToken,
  redeemToken,
  type TokenHolder,
  type TokenKind,
} from '../one-time-token.ts';
import type { PasskeyFace } from './relying-party.ts';

export const CHALLENGE_LIFETIME = 5 * 60_000;

/** [PKY-2] */
const kindOf = ({ challenge }: PasskeyFace): TokenKind => ({ ...challenge, lifetimeMs: CHALLENGE_LIFETIME });

/** For registering: the person's, of whom only the newest counts. */
export function challengeFor(face: PasskeyFace, holder: TokenHolder): Promise<string> {
  const kind = kindOf(face);
  return transaction(face.db, async (tx) => {
    await forgetTokens(tx, holder, [kind]);
    return (await issueToken(tx, kind, holder)).token;
  });
}

/** For signing in: nobody's yet. */
export async function challengeForAnyone(face: PasskeyFace): Promise<string> {
  return (await transaction(face.db, (tx) => issueToken(tx, kindOf(face), {}))).token;
}

/**
 * Uses up the challenge that the browser says was signed, and answers it as the browser wrote it; undefined when it is
 * unknown, used, too old, was not given to this person (to nobody, for signing in), or was signed in a foreign frame.
 */
export async function redeemChallenge(
  face: PasskeyFace,
  clientDataJSON: string,
  holder: TokenHolder | undefined,
): Promise<string | undefined> {
  const { challenge, crossOrigin, topOrigin } = clientDataIn(clientDataJSON);
  if (typeof challenge !== 'string') return undefined;
  const token = Buffer.from(challenge, 'base64url').toString();
  const found = await transaction(face.db, (tx) => redeemToken(tx, [kindOf(face)], token));
  const isTheirs = found && found.userId === holder?.userId && found.operatorId === holder?.operatorId;
  // In a frame of somebody else's page nobody sees whom they sign for. [WebAuthn 7.1 step 10, 7.2 step 14]
  const isFramed = (crossOrigin ?? false) !== false || topOrigin !== undefined;
  return isTheirs && !isFramed ? challenge : undefined;
}

function clientDataIn(clientDataJSON: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What an authenticator keeps of a person: the id, which says nothing about them. */
export const userHandleOf = (id: string): Buffer<ArrayBuffer> =>
  Buffer.from(id.replaceAll('-', ''), 'hex') as Buffer<ArrayBuffer>;
