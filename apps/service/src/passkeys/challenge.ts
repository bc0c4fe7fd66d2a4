import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { UserId } from '../platform/ids.ts';
import { forgetTokens, issueToken, redeemToken, type TokenKind } from '../platform/one-time-token.ts';
import type { RelyingParty } from '../settings/passkeys.ts';

export interface PasskeyDeps {
  db: Db;
  /** Undefined where no passkey could work. */
  relyingParty: RelyingParty | undefined;
}

export function requireRelyingParty(deps: PasskeyDeps): RelyingParty {
  if (deps.relyingParty) return deps.relyingParty;
  throw new AppError('INVALID_STATE', {
    message: 'Passkeys need this service under a host name, by https. Ask the operator to set PUBLIC_URL.',
  });
}

/** Algorithms that every authenticator has one of: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];
export const CHALLENGE_LIFETIME = 5 * 60_000;
/** [PKY-2] */
const CHALLENGE: TokenKind = {
  purpose: 'passkey-challenge',
  prefix: 'pct_',
  lifetimeMs: CHALLENGE_LIFETIME,
};

/** For registering: the user's, and only the newest counts. */
export async function challengeFor(tx: Tx, userId: UserId): Promise<string> {
  await forgetTokens(tx, userId, [CHALLENGE]);
  return (await issueToken(tx, CHALLENGE, { userId })).token;
}

/** For signing in: nobody's yet. */
export async function challengeForAnyone(tx: Tx): Promise<string> {
  return (await issueToken(tx, CHALLENGE, {})).token;
}

/**
 * Uses up the challenge that the browser says was signed, and answers it as the browser wrote it; undefined when it is
 * unknown, used, too old, was not given to this user (to nobody, for signing in), or was signed in a foreign frame.
 */
export async function redeemChallenge(
  db: Db,
  clientDataJSON: string,
  userId: UserId | undefined,
): Promise<string | undefined> {
  const { challenge, crossOrigin, topOrigin } = clientDataIn(clientDataJSON);
  if (typeof challenge !== 'string') return undefined;
  const token = Buffer.from(challenge, 'base64url').toString();
  const found = await transaction(db, (tx) => redeemToken(tx, [CHALLENGE], token));
  // In a frame of somebody else's page nobody sees whom they sign for. [WebAuthn 7.1 step 10, 7.2 step 14]
  const isFramed = (crossOrigin ?? false) !== false || topOrigin !== undefined;
  return found && found.userId === userId && !isFramed ? challenge : undefined;
}

function clientDataIn(clientDataJSON: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What an authenticator keeps of a user: the id, which says nothing about the person. */
export const userHandleOf = (userId: UserId): Buffer<ArrayBuffer> =>
  Buffer.from(userId.replaceAll('-', ''), 'hex') as Buffer<ArrayBuffer>;
