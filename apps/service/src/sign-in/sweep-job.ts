import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** Removes what has run out and can matter to nobody any more. Once a day. */
export async function sweepSignIn(deps: { db: Db }): Promise<void> {
  const { db } = deps;
  const before = (interval: string) => sql<Date>`now() - ${interval}::interval`;
  await overAll(db, 'job').deleteFrom('sessions').where('expires_at', '<', before('0')).execute();
  await overAll(db, 'job').deleteFrom('one_time_tokens').where('expires_at', '<', before('0')).execute();
  await db.deleteFrom('used_id_tokens').where('expires_at', '<', before('0')).execute();
  await db.deleteFrom('login_failures').where('last_failed_at', '<', before('24 hours')).execute();
  await overAll(db, 'job').deleteFrom('user_mails').where('created_at', '<', before('1 hour')).execute();
  await db
    .deleteFrom('unclaimed_audit')
    .where('event_type', '=', 'session.failed')
    .where('created_at', '<', before('30 days'))
    .execute();
}
