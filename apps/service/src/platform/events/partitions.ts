import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { LOCKS } from '../db/locks.ts';
import { LASTING_READERS } from './readers.ts';

const MONTHS_AHEAD = 3;
/**
 * Making or dropping a month locks the log out for a moment. Behind a backup that reads it for hours everybody else would
 * queue up behind us: we give up soon, and try again the next day. Months are made well ahead, and documents do not wait:
 * they write to events_pending.
 */
const LOCK_TIMEOUT = '2s';

export interface PartitionDeps {
  pool: Pool;
  log: Pick<Logger, 'warn' | 'info'>;
  /** How long events are kept at least. */
  eventsDays: number;
}

/** Makes the log's months that come, and drops those that are older than events are kept and read by all that must. */
export async function turnMonths(deps: PartitionDeps, now = new Date()): Promise<void> {
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, i) => monthOf(now, i));
  for (const month of months) await attempt(deps, (client) => makeMonth(client, month));
  const oldest = new Date(now.getTime() - deps.eventsDays * 86_400_000);
  for (const month of await monthsOf(deps.pool))
    if (month.to <= oldest) await attempt(deps, (client) => dropMonth(client, month));
  await deps.pool.query('delete from events_other_times where created_at < $1', [oldest]);
}

interface Month {
  table: string;
  from: Date;
  to: Date;
}

const firstOf = (year: number, month: number): Date => new Date(Date.UTC(year, month, 1));

function monthOf(time: Date, later: number): Month {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + later];
  const from = firstOf(year, month);
  const table = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return { table, from, to: firstOf(year, month + 1) };
}

async function monthsOf(pool: Pool): Promise<Month[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass",
  );
  return rows.flatMap(({ name }) => {
    const [, year, month] = /events_(\d{4})_(\d{2})$/.exec(name) ?? [];
    return year && month ? [monthOf(firstOf(Number(year), Number(month) - 1), 0)] : [];
  });
}

async function makeMonth(client: PoolClient, { table, from, to }: Month): Promise<void> {
  await client.query(
    `create table if not exists ${table} partition of events for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  );
}

/** A lasting reader that was away for months still finds what it has not read. */
async function dropMonth(client: PoolClient, { table }: Month): Promise<void> {
  const { rows } = await client.query<{ unread: boolean }>(
    `select exists (
       select from event_readers where name = any($1) and seq < (select max(seq) from ${table})
     ) as unread`,
    [Object.keys(LASTING_READERS)],
  );
  if (!rows[0]?.unread) await client.query(`drop table ${table}`);
}

async function attempt(deps: PartitionDeps, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await deps.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.monthsOfEvents]);
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    deps.log.warn(
      { err: error },
      'a month of the event log could not be made or dropped; tried again tomorrow',
    );
  } finally {
    client.release();
  }
}
