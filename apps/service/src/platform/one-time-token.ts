import type { Db, Tx } from './db/database.ts';
import { overAll } from './db/roots.ts';
import type { AccountId, UserId } from './ids.ts';
import { hashSecret, isWellFormedSecret, newSecret } from './secret.ts';

const MINUTE = 60_000;

/** What each kind of token begins with and how long it lives. [AUT-7, AUT-9, PKY-2, STR-2] */
const PURPOSES = {
  invitation: { prefix: 'pit_', lifetime: 48 * 60 * MINUTE },
  'password-reset': { prefix: 'prt_', lifetime: 60 * MINUTE },
  'desk-handoff': { prefix: 'pht_', lifetime: MINUTE },
  'passkey-challenge': { prefix: 'pct_', lifetime: 5 * MINUTE },
  'sso-flow': { prefix: 'psf_', lifetime: 10 * MINUTE },
  'stream-ticket': { prefix: 'pst_', lifetime: MINUTE },
} as const;

export type TokenPurpose = keyof typeof PURPOSES;

export interface TokenContent {
  userId?: UserId;
  accountId?: AccountId;
  /** Whatever the purpose needs to remember; no secrets. */
  data?: Record<string, unknown>;
}

export interface TokenFound {
  purpose: TokenPurpose;
  userId: UserId | undefined;
  accountId: AccountId | undefined;
  data: Record<string, unknown>;
}

/** Makes a token that is in the answer and nowhere else: only its hash is kept. */
export async function issueToken(
  tx: Tx,
  purpose: TokenPurpose,
  content: TokenContent,
): Promise<{ token: string; expiresAt: Date }> {
  const { prefix, lifetime } = PURPOSES[purpose];
  const token = newSecret(prefix);
  const expiresAt = new Date(Date.now() + lifetime);
  await tx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashSecret(token),
      purpose,
      user_id: content.userId ?? null,
      account_id: content.accountId ?? null,
      data: JSON.stringify(content.data ?? {}),
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/** What a token that can still be redeemed stands for, without redeeming it. */
export async function peekToken(
  db: Db,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<TokenFound | undefined> {
  if (!couldBe(purposes, token)) return undefined;
  const row = await overAll(db, 'sign-in')
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', new Date())
    .selectAll()
    .executeTakeFirst();
  return row && found(row);
}

/** Redeems a token: of two calls at once one gets it. Unknown, expired and used ones are all undefined. */
export async function redeemToken(
  tx: Tx,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<TokenFound | undefined> {
  if (!couldBe(purposes, token)) return undefined;
  const row = await overAll(tx, 'sign-in')
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst();
  return row && found(row);
}

/** Makes the user's tokens of these purposes worthless. */
export async function forgetTokens(
  tx: Tx,
  userId: UserId,
  purposes: readonly TokenPurpose[] = Object.keys(PURPOSES) as TokenPurpose[],
): Promise<void> {
  await overAll(tx, 'sign-in')
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

const couldBe = (purposes: readonly TokenPurpose[], token: string): boolean =>
  purposes.some((purpose) => isWellFormedSecret(token, PURPOSES[purpose].prefix));

function found(row: {
  purpose: string;
  user_id: UserId | null;
  account_id: AccountId | null;
  data: Record<string, unknown>;
}): TokenFound {
  return {
    purpose: row.purpose as TokenPurpose,
    userId: row.user_id ?? undefined,
    accountId: row.account_id ?? undefined,
    data: row.data,
  };
}
