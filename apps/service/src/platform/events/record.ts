import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import { newId } from '../ids.ts';
import { EVENT_VERSION, type PappelEvent } from './event.ts';

/** Whether a statement writes events. */
export const recordsEvents = (statement: string): boolean => statement.includes('into events_pending');

/** Writes the event in the caller's transaction: no fact without its event, no event without its fact. */
export async function recordEvent(db: Db, event: PappelEvent): Promise<void> {
  await insertEvents([event]).execute(overAll(db, 'found'));
}

/**
 * The statement that writes events in their order, for a statement that writes their fact: `fact` is the query or table
 * there without whose rows nothing happened. It numbers them only once the fact is written, that is once it holds its row
 * locks, so that of one document a cause has a lower number than its effect. They wait without a place in the log, which
 * sequence.ts gives them once they are visible.
 */
export function insertEvents(
  events: readonly PappelEvent[],
  fact?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = events.map((event, i) => sql`(${i}::int, ${sql.join(columnsOf(event))})`);
  return sql`insert into events_pending (id, account_id, company_id, message_id, participant_id, type, version, data)
    select id, account_id, company_id, message_id, participant_id, type, version, data
    from (values ${sql.join(rows)})
      as happened (turn, id, account_id, company_id, message_id, participant_id, type, version, data)
    where ${fact ? sql`exists (select from ${fact})` : sql`true`} order by turn`;
}

const columnsOf = (event: PappelEvent) => [
  sql`${newId<'Event'>()}::uuid`,
  sql`${event.accountId}::uuid`,
  sql`${event.companyId ?? null}::uuid`,
  sql`${event.messageId ?? null}::uuid`,
  sql`${event.participantId ?? null}::uuid`,
  sql`${event.type}::text`,
  sql`${EVENT_VERSION}::smallint`,
  sql`${JSON.stringify(event.data)}::json`,
];
