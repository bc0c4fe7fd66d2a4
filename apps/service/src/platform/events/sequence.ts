import type { Pool } from 'pg';

/** Any number, the same in every process: only one of them gives places at a time. */
const ADVISORY_LOCK = 7_053_422;
/** As many events get their place in one transaction. */
const BATCH = 1_000;

export interface Sequenced {
  /** Events that got their place just now. */
  placed: number;
  /** The last place taken: every event up to it is visible, none will ever come in between. */
  head: number;
}

/**
 * Three statements and one message to the server, so that a process which dies or hangs never holds the lock. The lock is
 * a statement of its own: in READ COMMITTED the next one then sees all that was committed before the lock was had, also
 * what the last holder did. The log and its head change together, and a reader of `seq > cursor` misses nothing:
 * who commits later gets a later place, and an effect that was written after its cause was committed has a higher number.
 */
const SEQUENCE = `
  select pg_advisory_xact_lock(${ADVISORY_LOCK});
  with taken as (
    delete from events_pending
    where number in (select number from events_pending order by number limit ${BATCH})
    returning *
  ), placed as (
    insert into events (seq, id, account_id, company_id, message_id, participant_id, type, version, data, created_at,
      placed_at)
    select event_head.seq + row_number() over (order by number), id, account_id, company_id, message_id, participant_id,
      type, version, data, created_at, clock_timestamp()
    from taken, event_head
    returning seq
  )
  update event_head set seq = placed.last
  from (select max(seq) as last, count(*) as count from placed) as placed where placed.count > 0
  returning placed.count::int;
  select seq::float8 from event_head`;

/** Gives the next pending events their places in the log, in the order of their numbers. Any node may, at any time. */
export async function sequenceEvents(pool: Pool): Promise<Sequenced> {
  const results = (await pool.query(SEQUENCE)) as unknown as { rows: { count?: number; seq?: number }[] }[];
  return { placed: results[1]?.rows[0]?.count ?? 0, head: results[2]?.rows[0]?.seq ?? 0 };
}

export const isFull = ({ placed }: Sequenced): boolean => placed === BATCH;
