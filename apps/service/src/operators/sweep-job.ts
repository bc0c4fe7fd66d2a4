import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** Removes sessions that are over, and, after a month, failed sign-ins of nobody. Once a day. */
export async function sweepOperators({ db }: { db: Db }): Promise<void> {
  await db.deleteFrom('operator_sessions').where('expires_at', '<', sql<Date>`now()`).execute();
  await overAll(db, 'job')
    .deleteFrom('operator_audit')
    .where('event_type', '=', 'operator_session.failed')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
