import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { MessageId } from '../platform/ids.ts';

/** How an attempt to deliver a message ended. */
export type AttemptResult = Omit<
  Insertable<Tables['message_attempts']>,
  'message_id' | 'number' | 'finished_at'
>;

/** The statement that writes an attempt of each message in `from`, a query or table with a column `id`. */
export function insertAttempt(result: AttemptResult, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const row = { ...result, finished_at: new Date() };
  return sql`insert into message_attempts (message_id, number, ${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    select id, (select coalesce(max(number), 0) + 1 from message_attempts where message_id = tried.id),
      ${sql.join(Object.values(row))} from ${from} as tried`;
}

/** Writes down how an attempt ended without moving the message. */
export async function noteAttempt(db: Db, messageId: MessageId, result: AttemptResult): Promise<void> {
  await insertAttempt(result, sql`(select ${messageId}::uuid as id)`).execute(overAll(db, 'found'));
}
