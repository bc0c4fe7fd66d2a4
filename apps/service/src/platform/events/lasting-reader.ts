import { type Db, type Tx, transaction } from '../db/database.ts';
import { eventsAfter, type LogEvent } from './log-event.ts';

/**
 * What a lasting reader makes of events is written in `tx`, in which its place moves on: all of it, or none. What it
 * answers is called after the commit, and may be lost: a hint for whoever goes on from there.
 */
export type OnEvents = (
  tx: Tx,
  events: readonly LogEvent[],
) => Promise<void> | Promise<undefined | (() => void)>;

/** As many events are handed over at once. */
const BATCH = 500;

/** Gives a reader its place: the end of the log, if it has none yet. */
export async function enrol(db: Db, name: string): Promise<void> {
  await db
    .insertInto('event_readers')
    .columns(['name', 'seq'])
    .expression((eb) => eb.selectFrom('event_head').select([eb.val(name).as('name'), 'seq']))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/**
 * Hands the next events to a reader; true when there may be more. One node at a time: another that has the reader in
 * hand is left alone. If it dies, its transaction ends with it, and whoever comes next begins at the same place.
 */
export async function readOn(db: Db, name: string, onEvents: OnEvents): Promise<boolean> {
  const { count, hint } = await transaction(db, async (tx) => {
    const place = await tx
      .selectFrom('event_readers')
      .where('name', '=', name)
      .select('seq')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const events = place ? await eventsAfter(tx, Number(place.seq), BATCH) : [];
    const last = events.at(-1);
    if (!last) return { count: 0 };
    const hint = await onEvents(tx, events);
    await tx
      .updateTable('event_readers')
      .set({ seq: String(last.seq), updated_at: new Date() })
      .where('name', '=', name)
      .execute();
    return { count: events.length, hint };
  });
  if (typeof hint === 'function') hint();
  return count === BATCH;
}
