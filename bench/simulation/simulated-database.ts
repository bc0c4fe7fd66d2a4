import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../apps/service/src/platform/db/database.ts';
import { migrate } from '../../apps/service/src/platform/db/migrate.ts';
import { prepareJobs } from '../../apps/service/src/platform/jobs/run.ts';

/**
 * Functions of the same name stand before PostgreSQL's own for everything that is resolved in such a database: our
 * statements, the defaults of our columns, and the functions of graphile-worker.
 */
const CLOCK = `
create table public.simulated_clock (at timestamptz not null);
insert into public.simulated_clock values ('2000-01-01');
create function public.now() returns timestamptz language sql stable as 'select at from public.simulated_clock';
create function public.clock_timestamp() returns timestamptz language sql volatile as 'select at from public.simulated_clock'`;

/** A step of a run: time is set, and work by the clock asked for as graphile-worker asks for it. Then: is there news? */
const STEPS = `
create function public.simulated_turn(moment timestamptz, asked json) returns void language plpgsql as $$
begin
  update public.simulated_clock set at = moment;
  perform graphile_worker.add_job(one.task, one.payload, run_at => one.at, job_key => one.key, job_key_mode => one.mode,
      max_attempts => one.tries)
    from json_to_recordset(asked) as one(task text, payload json, at timestamptz, key text, mode text, tries int);
end $$;
create function public.simulated_look(held text[]) returns table (next_job timestamptz, news boolean) language sql as $$
  select (select min(run_at) from graphile_worker._private_jobs where is_available),
    exists (select from events_pending)
      or exists (select from event_readers, event_head where event_readers.seq < event_head.seq and name <> all(held))
$$`;

/** Kept outside of what migrations know, so that they write down what a reader of the event log was given. */
const READINGS =
  'create table public.simulated_readings (seq bigint not null, type text not null, message_id uuid)';

const PATH = 'set search_path = public, pg_catalog';

/** Makes a database with our tables on which time stands still until it is set; answers its name. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const name = await create(serverUrl, '');
  const url = urlOf(serverUrl, name);
  await asAdmin(url, async (client) => {
    await client.query(CLOCK);
    await client.query(READINGS);
  });
  const { pool, close } = openDatabase(url, { onError: () => undefined });
  await migrate(pool);
  await prepareJobs(pool);
  await pool.query(STEPS);
  await close();
  return name;
}

/** A copy of it; answers its URL. */
export async function copyOf(serverUrl: string, template: string): Promise<string> {
  return urlOf(serverUrl, await create(serverUrl, `template ${template}`));
}

export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await asAdmin(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function create(serverUrl: string, how: string): Promise<string> {
  const name = `simulated_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(serverUrl, async (client) => {
    await client.query(`create database ${name} ${how}`);
    await client.query(`alter database ${name} ${PATH}`);
    // No run outlives its database, and nobody pulls the plug of the machine.
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return name;
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
