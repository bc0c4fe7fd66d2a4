import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { type AccountId, isId, parseId, type UserId } from '../platform/ids.ts';
import { issueToken, redeemToken, type TokenKind } from '../platform/one-time-token.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import type { Origin } from '../sessions/session.ts';
import { openSession, type SignedIn, type SignInDeps, signedIn } from './sign-in.ts';

/** [AUT-9] */
const HANDOFF: TokenKind = { purpose: 'desk-handoff', prefix: 'pht_', lifetimeMs: 60_000 };

export interface HandoffInput {
  accountId: string;
  /** For whom to act; the longest-standing active owner when omitted. */
  userId?: string;
  reason: string;
}

export interface Handoff {
  token: string;
  expiresAt: string;
  accountId: AccountId;
  userId: UserId;
}

/** The operator's side: a token for one account, with a reason that its audit shows. [OPR-5] */
export async function issueHandoff(deps: { db: Db }, input: HandoffInput, actor: Actor): Promise<Handoff> {
  const accountId = parseId<'Account'>(input.accountId);
  if (!accountId) throw new AppError('NOT_FOUND');
  return transaction(deps.db, async (tx) => {
    const user = await actedFor(tx, accountId, input.userId);
    const { token, expiresAt } = await issueToken(tx, HANDOFF, {
      accountId,
      userId: user.id,
      data: { id: actor.id, name: actor.name, reason: input.reason },
    });
    await recordAccountAudit(tx, {
      accountId,
      actor,
      eventType: 'desk_session.issued',
      companyIds: 'all',
      target: { type: 'user', id: user.id, name: user.name },
      metadata: { reason: input.reason },
    });
    return { token, expiresAt: expiresAt.toISOString(), accountId, userId: user.id };
  });
}

async function actedFor(db: Db, accountId: AccountId, id: string | undefined) {
  let query = overAll(db, 'operator')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('accounts.id', '=', accountId)
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .where('users.status', '=', 'active')
    .select(['users.id', 'users.name'])
    .orderBy('users.created_at')
    .orderBy('users.id');
  if (id === undefined) query = query.where('users.role', '=', 'owner');
  else {
    const userId = parseId<'User'>(id);
    if (!userId) throw new AppError('NOT_FOUND');
    query = query.where('users.id', '=', userId);
  }
  const user = await query.limit(1).executeTakeFirst();
  if (!user) throw new AppError('NOT_FOUND');
  return user;
}

export interface DeskSignedIn extends SignedIn {
  actor: { name: string; reason: string };
}

/** Exchanges the token, once, for a session of an hour in which the operator's staff acts for the user. */
export async function exchangeHandoff(
  deps: SignInDeps,
  origin: Origin,
  input: { token: string },
): Promise<DeskSignedIn> {
  const opened = await transaction(deps.db, async (tx) => {
    const handoff = await redeemToken(tx, [HANDOFF], input.token);
    if (!handoff?.userId || !handoff.accountId)
      throw new AppError('UNAUTHORIZED', {
        message: 'This handoff cannot be used any more. Ask for a new one.',
      });
    const { accountId, userId, data } = handoff;
    const { id, name, reason } = data;
    const actor = { id: isId<'Operator'>(id) ? id : undefined, name: String(name), reason: String(reason) };
    const user = { id: userId, accountId };
    const session = await openSession({ tx, ...deps }, user, { authMethod: 'desk', actor }, origin);
    return { session, actor };
  });
  return { ...(await signedIn(deps, opened.session)), actor: opened.actor };
}
