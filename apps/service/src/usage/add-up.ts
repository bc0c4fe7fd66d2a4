import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { lock } from '../platform/db/locks.ts';
import { overAll } from '../platform/db/roots.ts';

const AT_ONCE = 20_000;

/**
 * Every minute: adds up by day the lines of the ledger that came since. Sums and how far they go are written together, so
 * that whoever reads meanwhile, or comes after this process has died, sees each line once.
 */
export async function addUpUsage({ db }: { db: Db }): Promise<void> {
  while ((await addUpSome(db)) === AT_ONCE);
}

function addUpSome(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await lock(tx, 'usageByDay');
    const all = overAll(tx, 'job');
    const { rows } = await sql<{ from: string; last: string | null; count: number }>`
      select ledger_id as "from", last, count from usage_added_up cross join lateral (
        select max(id) as last, count(*)::int as count
        from (select id from ledger where id > ledger_id order by id limit ${sql.lit(AT_ONCE)}) as next_ones
      ) as next`.execute(all);
    const [next] = rows;
    if (!next?.last || !(await haveEnded(tx))) return 0;
    await sql`
      with added as (
        insert into usage_by_day (account_id, day, company_id, kind, quantity)
        select account_id, (at at time zone 'utc')::date, company_id, kind, sum(quantity) from ledger
        where id > ${next.from} and id <= ${next.last} group by 1, 2, 3, 4
        on conflict on constraint usage_by_day_once do update set quantity = usage_by_day.quantity + excluded.quantity
      )
      update usage_added_up set ledger_id = ${next.last}`.execute(all);
    return next.count;
  });
}

const TRIES = 50;
const EACH_MS = 20;

/**
 * Lines get their numbers before they are committed, and not in that order: a number is past only when all who wrote lines as
 * it was seen have ended, which most do in milliseconds. Nobody waits for this; false where somebody takes longer.
 */
async function haveEnded(tx: Tx): Promise<boolean> {
  let writing = await writers(tx);
  for (let tries = 0; writing.length > 0; tries++) {
    if (tries === TRIES) return false;
    await sleep(EACH_MS);
    const still = new Set(await writers(tx));
    writing = writing.filter((one) => still.has(one));
  }
  return true;
}

/** Transactions that write lines now: each has this lock from before its first line until it ends. */
async function writers(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ one: string }>`
    select virtualtransaction as one from pg_locks
    where locktype = 'relation' and relation = 'ledger'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    overAll(tx, 'job'),
  );
  return rows.map(({ one }) => one);
}

/** The days of a month and a little more: what most people ask for. */
const SINCE = sql`((now() at time zone 'utc')::date - 35)`;

/** Every night: adds up the lines of the last weeks one by one, and where the days say something else, makes them anew. */
export async function checkUsage({ db, log }: { db: Db; log: Pick<Logger, 'error'> }): Promise<void> {
  const all = overAll(db, 'job');
  const { rows } = await sql<{ day: string }>`
    with said as (
      select account_id, day, company_id, kind, quantity from usage_by_day where day >= ${SINCE}
      union all
      select account_id, (at at time zone 'utc')::date, company_id, kind, -quantity from ledger
      where at >= ${SINCE}::timestamp at time zone 'utc' and id <= (select ledger_id from usage_added_up)
    ), wrong as (
      select day from said group by account_id, day, company_id, kind having sum(quantity) <> 0
    )
    select distinct day::text as day from wrong order by 1`.execute(all);
  for (const { day } of rows) {
    log.error({ day }, 'the usage of a day was wrong, and is added up anew');
    await sql`select recount_usage(${day}, ${day})`.execute(all);
  }
}
