import type { Db, Tx } from './db/database.ts';
import { overAll } from './db/roots.ts';
import type { AccountId, OperatorId, UserId } from './ids.ts';
import { hashSecret, isWellFormedSecret, newSecret } from './secret.ts';

/** One kind of token, as the room that issues it says. */
export interface TokenKind<Purpose extends string = string> {
  purpose: Purpose;
  prefix: `${string}_`;
  lifetimeMs: number;
}

/** Whose a token is: one of a customer's people, or of the operator's. */
export type TokenHolder =
  | { userId: UserId; accountId: AccountId; operatorId?: never }
  | { operatorId: OperatorId; userId?: never; accountId?: never };

/** An account's, without one of its people, or nobody's yet. */
interface NoHolder {
  userId?: never;
  operatorId?: never;
  accountId?: AccountId;
}

export type TokenContent = (TokenHolder | NoHolder) & {
  /** Whatever the purpose needs to remember; no secrets. */
  data?: Record<string, unknown>;
};

export interface TokenFound {
  purpose: string;
  userId: UserId | undefined;
  operatorId: OperatorId | undefined;
  accountId: AccountId | undefined;
  data: Record<string, unknown>;
}

/** Makes a token that is in the answer and nowhere else: only its hash is kept. */
export async function issueToken(
  tx: Tx,
  { purpose, prefix, lifetimeMs }: TokenKind,
  content: TokenContent,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newSecret(prefix);
  const expiresAt = new Date(Date.now() + lifetimeMs);
  await tx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashSecret(token),
      purpose,
      user_id: content.userId ?? null,
      operator_id: content.operatorId ?? null,
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
  kinds: readonly TokenKind[],
  token: string,
): Promise<TokenFound | undefined> {
  if (!couldBe(kinds, token)) return undefined;
  const row = await overAll(db, 'sign-in')
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposesOf(kinds))
    .where('expires_at', '>', new Date())
    .selectAll()
    .executeTakeFirst();
  return row && found(row);
}

/** Redeems a token: of two calls at once one gets it. Unknown, expired and used ones are all undefined. */
export async function redeemToken(
  tx: Tx,
  kinds: readonly TokenKind[],
  token: string,
): Promise<TokenFound | undefined> {
  if (!couldBe(kinds, token)) return undefined;
  const row = await overAll(tx, 'sign-in')
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposesOf(kinds))
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst();
  return row && found(row);
}

/** Makes the tokens of a person worthless: of these kinds, or all of them. */
export async function forgetTokens(
  tx: Tx,
  holder: { userId: UserId; operatorId?: never } | { operatorId: OperatorId; userId?: never },
  kinds?: readonly TokenKind[],
): Promise<void> {
  const tokens = overAll(tx, 'found').deleteFrom('one_time_tokens');
  const all =
    holder.userId === undefined
      ? tokens.where('operator_id', '=', holder.operatorId)
      : tokens.where('user_id', '=', holder.userId);
  await (kinds ? all.where('purpose', 'in', purposesOf(kinds)) : all).execute();
}

const purposesOf = (kinds: readonly TokenKind[]): string[] => kinds.map((kind) => kind.purpose);

const couldBe = (kinds: readonly TokenKind[], token: string): boolean =>
  kinds.some(({ prefix }) => isWellFormedSecret(token, prefix));

function found(row: {
  purpose: string;
  user_id: UserId | null;
  operator_id: OperatorId | null;
  account_id: AccountId | null;
  data: Record<string, unknown>;
}): TokenFound {
  return {
    purpose: row.purpose,
    userId: row.user_id ?? undefined,
    operatorId: row.operator_id ?? undefined,
    accountId: row.account_id ?? undefined,
    data: row.data,
  };
}
