import { type Expression, type SqlBool, sql } from 'kysely';
import { type Db, type Tx, transaction } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import { eventsAfter, type LogEvent } from './log-event.ts';

/**
 * What a lasting reader makes of events is written in `tx`, in which its place moves on: all of it, or none. What it
 * answers is called after the commit, and may be lost: a hint for whoever goes on from there.
 */
export type OnEvents = (
  tx: Tx,
  events: readonly LogEvent[],
) => Promise<void> | Promise<undefined | (() => void)>;

export interface LastingReader {
  onEvents: OnEvents;
  /**
   * True when nobody is concerned by the events in `batch` (seq, account_id, type, message_id): the place then moves on in
   * one statement, and what nobody waits for costs next to nothing.
   */
  nobodyCares?: Expression<SqlBool>;
  /**
   * True when nothing is wrong with making it twice: its commit is not waited for. What a crash of the database takes away,
   * it takes away with the place.
   */
  mayRepeat?: boolean;
  /** Milliseconds from the first news until it reads, so that it reads many events at once; for who need not know sooner. */
  gatherMs?: number;
}

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
export async function readOn(db: Db, name: string, reader: LastingReader): Promise<boolean> {
  if (!reader.nobodyCares) return handOver(db, name, reader);
  const { count, passedOver } = await passOver(db, name, reader.nobodyCares);
  if (count > 0 && !passedOver) return handOver(db, name, reader);
  return count === BATCH;
}

/**
 * Looks at the next events, and passes over them if nobody is concerned. Without a lock, which would be a commit to wait
 * for where somebody is: the place moves on only from where it was looked at.
 */
async function passOver(db: Db, name: string, nobodyCares: Expression<SqlBool>) {
  const { rows } = await sql<{ count: number; passedOver: boolean }>`
    with place as materialized (select seq from event_readers where name = ${name}),
    batch as materialized (
      select next.* from place, lateral (
        select seq, account_id, type, message_id from events where seq > place.seq order by seq limit ${BATCH}
      ) as next
    ),
    looked_at as (select max(seq) as last, count(*)::int as count from batch),
    passed as (
      update event_readers set seq = looked_at.last, updated_at = now() from looked_at, place
      where name = ${name} and event_readers.seq = place.seq and looked_at.count > 0 and ${nobodyCares} returning 1
    )
    select count, exists (select from passed) as "passedOver" from looked_at`.execute(overAll(db, 'job'));
  return rows[0] ?? { count: 0, passedOver: false };
}

const DO_NOT_WAIT = sql`set_config('synchronous_commit', 'off', true)`;

async function handOver(db: Db, name: string, { onEvents, mayRepeat }: LastingReader): Promise<boolean> {
  const { count, hint } = await transaction(db, async (tx) => {
    const place = await tx
      .selectFrom('event_readers')
      .where('name', '=', name)
      .select(['seq', (mayRepeat ? DO_NOT_WAIT : sql`null`).as('commit')])
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
