import { sql } from 'kysely';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { insertEvents } from '../platform/events/record.ts';
import { type MessageRow, messageEvent } from './transition.ts';

const BATCH = 500;

/** Every hour: says once of each inbound document that nobody has collected it for a day. [EVT-9] */
export async function noteWaiting({ db }: { db: Db }): Promise<void> {
  while ((await noteSome(db)) === BATCH);
}

function noteSome(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<MessageRow>`
      update messages set waiting_noted_at = now()
      where id in (
        select id from messages
        where status = 'CUSTOMER_DELIVERY_QUEUED' and waiting_noted_at is null and created_at < now() - interval '24 hours'
        limit ${BATCH} for update skip locked
      ) returning *`.execute(overAll(tx, 'job'));
    const events = rows.map((message) => messageEvent(message, 'document.waiting'));
    if (events.length > 0) await insertEvents(events).execute(overAll(tx, 'job'));
    return rows.length;
  });
}
