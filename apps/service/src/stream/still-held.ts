import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ApiKeyId, SessionId } from '../platform/ids.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import type { Holder } from './ticket.ts';

/** Which of these credentials still open anything: asked often, so it is one look at each table. */
export async function stillHeld(db: Db, holders: readonly Holder[]): Promise<ReadonlySet<string>> {
  const sessions = holders.flatMap((holder): SessionId[] => (holder.kind === 'user' ? [holder.id] : []));
  const keys = holders.flatMap((holder): ApiKeyId[] => (holder.kind === 'api-key' ? [holder.id] : []));
  const now = new Date();
  const found = await Promise.all([
    sessions.length === 0
      ? []
      : overAll(db, 'sign-in')
          .selectFrom('sessions')
          .innerJoin('users', (join) =>
            join
              .onRef('users.id', '=', 'sessions.user_id')
              .onRef('users.account_id', '=', 'sessions.account_id'),
          )
          .where('sessions.id', 'in', sessions)
          .where('sessions.expires_at', '>', now)
          .innerJoin('accounts', 'accounts.id', 'users.account_id')
          .where('users.status', '=', 'active')
          .where('accounts.status', 'in', OPEN_ACCOUNTS)
          .select('sessions.id')
          .execute(),
    keys.length === 0
      ? []
      : overAll(db, 'sign-in')
          .selectFrom('api_keys')
          .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
          .where('accounts.status', 'in', OPEN_ACCOUNTS)
          .where('api_keys.id', 'in', keys)
          .where('revoked_at', 'is', null)
          .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
          .select('api_keys.id')
          .execute(),
  ]);
  return new Set(found.flat().map(({ id }) => id));
}
