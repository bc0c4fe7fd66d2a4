import type { Actor } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';

const MOST = 500;

/** Who of the operator's people sits at which customer's desk now, the latest first. */
export async function listDesks({ db }: { db: Db }) {
  const rows = await overAll(db, 'operator')
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'sessions.user_id').onRef('users.account_id', '=', 'sessions.account_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('sessions.auth_method', '=', 'desk')
    .where('sessions.expires_at', '>', new Date())
    .select(['sessions.id', 'actor_id', 'actor_name', 'actor_reason', 'sessions.created_at', 'expires_at'])
    .select(['users.id as userId', 'users.name as userName'])
    .select(['accounts.id as accountId', 'accounts.name as accountName'])
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    operatorId: row.actor_id ?? undefined,
    operatorName: row.actor_name ?? '',
    reason: row.actor_reason ?? '',
    accountId: row.accountId,
    accountName: row.accountName,
    userId: row.userId,
    userName: row.userName,
    since: row.created_at.toISOString(),
    until: row.expires_at.toISOString(),
  }));
}

/** Ends one of them, one's own or a colleague's. */
export async function endDesk({ db }: { db: Db }, id: string, actor: Actor): Promise<void> {
  const sessionId = parseId<'Session'>(id);
  if (!sessionId) throw new AppError('NOT_FOUND');
  await transaction(db, async (tx) => {
    const ended = await overAll(tx, 'operator')
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('auth_method', '=', 'desk')
      .returning(['id', 'account_id as accountId'])
      .executeTakeFirst();
    if (!ended) throw new AppError('NOT_FOUND');
    await recordAccountAudit(tx, {
      accountId: ended.accountId,
      actor,
      eventType: 'session.ended',
      companyIds: 'all',
      target: { type: 'session', id: ended.id },
      metadata: { authMethod: 'desk' },
    });
  });
}
