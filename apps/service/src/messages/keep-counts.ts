import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, transaction } from '../platform/db/database.ts';
import { lock } from '../platform/db/locks.ts';
import { overAll } from '../platform/db/roots.ts';
import { PLACES_CHANGED } from './count-deltas.ts';

interface Deps {
  db: Db;
  log: Pick<Logger, 'error'>;
}

const AT_ONCE = 20_000;

/** Of each company, each account, and all. */
const kindsBy = (reason: string) =>
  sql.raw(`grouping sets ((account_id, company_id, day, direction, status, ${reason}),
    (account_id, day, direction, status, ${reason}), (day, direction, status, ${reason}))`);
const EACH_KIND = kindsBy('reason');
const EACH_KIND_OF_MESSAGES = kindsBy('last_error_code');

/**
 * Every minute: adds what changed to the counters. Either both are seen as before or both as after, whoever reads them
 * meanwhile; and whoever makes or moves documents never waits for it.
 */
export async function foldCounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await foldSome(db)) === AT_ONCE);
}

function foldSome(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await lock(tx, 'messageCounts');
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from message_count_deltas
        where ctid = any(array(select ctid from message_count_deltas limit ${sql.lit(AT_ONCE)})) returning *
      ), changes as (
        select account_id, company_id, day, direction, status, reason, sum(change) as change
        from taken ${PLACES_CHANGED}
        where status is not null
        group by ${EACH_KIND} having sum(change) <> 0
      ), added as (
        insert into message_counts (account_id, company_id, day, direction, status, reason, count)
        select account_id, company_id, day, direction, status, reason, change from changes where account_id is not null
        on conflict on constraint message_counts_once do update set count = message_counts.count + excluded.count
      ), added_of_all as (
        insert into message_counts_of_all (day, direction, status, reason, count)
        select day, direction, status, reason, change from changes where account_id is null
        on conflict on constraint message_counts_of_all_once
          do update set count = message_counts_of_all.count + excluded.count
      )
      select count(*)::int as taken from taken`.execute(overAll(tx, 'job'));
    return rows[0]?.taken ?? 0;
  });
}

/** The days of a month and a little more: what most people ask for. */
const CHECKED_DAYS = 35;

/**
 * Every night: counts the documents of the last weeks one by one, and where the counters say something else, makes them
 * anew; and drops counters of nothing, which statuses leave that nothing stays in.
 */
export async function checkCounts({ db, log }: Deps): Promise<void> {
  const all = overAll(db, 'job');
  const { rows } = await sql<{ day: string }>`
    with said as (
      select account_id, company_id, day, direction, status, reason, count from message_counts where day >= ${SINCE}
      union all
      select null, null, day, direction, status, reason, count from message_counts_of_all where day >= ${SINCE}
      union all
      select account_id, company_id, day, direction, status, reason, sum(change)
      from message_count_deltas ${PLACES_CHANGED}
      where status is not null and day >= ${SINCE} group by ${EACH_KIND}
      union all
      select account_id, company_id, day, direction, status, last_error_code as reason, -count(*)
      from messages cross join lateral (select (created_at at time zone 'utc')::date as day) as made
      where created_at >= ${SINCE}::timestamp at time zone 'utc' group by ${EACH_KIND_OF_MESSAGES}
    ), wrong as (
      select day from said group by account_id, company_id, day, direction, status, reason having sum(count) <> 0
    )
    select distinct day::text as day from wrong order by 1`.execute(all);
  for (const { day } of rows) {
    log.error({ day }, 'the counters of documents were wrong, and are made anew');
    await sql`select recount_messages(${day}, ${day})`.execute(all);
  }
  for (const table of ['message_counts', 'message_counts_of_all'])
    await sql`delete from ${sql.table(table)} where count = 0`.execute(all);
}

const SINCE = sql`((now() at time zone 'utc')::date - ${sql.lit(CHECKED_DAYS)}::int)`;
