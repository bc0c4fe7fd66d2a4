import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Tx } from '../db/database.ts';
import type { JobSubject } from '../db/job-tables.ts';
import { LOCKS } from '../db/locks.ts';
import { overAll } from '../db/roots.ts';
import { carrying } from '../tracing/carry.ts';
import type { JobCatalog, JobName } from './catalog.ts';

/**
 * The one file that knows the private tables of graphile-worker. Its own `add_job` notifies inside the transaction, which
 * holds a lock of the whole cluster over the commit; so the row is written here, and workers are woken after the commit.
 * The version is pinned in package.json, and a test holds the columns against it.
 */

/** graphile-worker gives a job up after 25 attempts by itself, and a document would be lost with it. It counts in 16 bits. */
export const FOR_EVER = 30_000;

/**
 * One who adds a job under the key of a running one makes a second: the running one has seen the world as it was. One that
 * is fetched just then is seen as running only by the insert, which leaves it alone: then it is replaced after all.
 */
const ADD_JOB = `
create or replace function pappel_add_job(task text, payload json, run_at timestamptz, job_key text) returns void
language plpgsql as $$
declare
  task_number int;
begin
  select id into task_number from graphile_worker._private_tasks where identifier = task;
  if not found then
    insert into graphile_worker._private_tasks (identifier) values (task) on conflict do nothing;
    select id into strict task_number from graphile_worker._private_tasks where identifier = task;
  end if;
  loop
    if job_key is not null then
      update graphile_worker._private_jobs as jobs set key = null, attempts = jobs.max_attempts, updated_at = now()
      where jobs.key = job_key and jobs.is_available is not true;
    end if;
    insert into graphile_worker._private_jobs as jobs (task_id, payload, run_at, max_attempts, key)
    values (task_number, payload, coalesce(run_at, now()), ${FOR_EVER}, job_key)
    on conflict (key) do update set
      task_id = excluded.task_id, payload = excluded.payload, run_at = excluded.run_at,
      max_attempts = excluded.max_attempts, revision = jobs.revision + 1, attempts = 0, last_error = null,
      updated_at = now()
    where jobs.locked_at is null;
    exit when found;
  end loop;
end $$`;

/** The same for one that is not due yet: nobody is woken. */
const PUT_OFF_JOB = `
create or replace function pappel_put_off_job(task text, payload json, run_at timestamptz, job_key text) returns void
language sql as $$ select pappel_add_job(task, payload, run_at, job_key) $$`;

/** A job that its maker does itself: as if it had been fetched at once. */
const HOLD_JOB = `
create or replace function pappel_hold_job(task text, payload json, worker text) returns bigint language sql as $$
  insert into graphile_worker._private_jobs (task_id, payload, max_attempts, attempts, locked_at, locked_by)
  values ((select id from graphile_worker._private_tasks where identifier = task), payload, ${FOR_EVER}, 1, now(), worker)
  returning id
$$`;

/** Makes the functions; several nodes may start at once. */
export async function prepareQueueTable(pool: Pool): Promise<void> {
  await pool.query(
    `begin; select pg_advisory_xact_lock(${LOCKS.jobFunctions}); ${ADD_JOB}; ${PUT_OFF_JOB}; ${HOLD_JOB}; commit`,
  );
}

/** Whether a statement adds jobs that are due. */
export const addsJobs = (statement: string): boolean => statement.includes('pappel_add_job(');

export interface JobOptions {
  /** Not before this moment; now when omitted. */
  runAt?: Date | undefined;
  /** A job waiting under the same key is replaced instead of doubled. */
  key?: string | undefined;
  /** In whose trace it is done; in that of what is being done when omitted. */
  traceparent?: string | undefined;
}

/** The call that adds a job, for use within a statement. */
export function addJobCall<Name extends JobName>(
  name: Name,
  payload: JobCatalog[Name],
  { runAt, key, traceparent }: JobOptions,
): RawBuilder<unknown> {
  const isLater = runAt !== undefined && runAt.getTime() > Date.now();
  return sql`${sql.raw(isLater ? 'pappel_put_off_job' : 'pappel_add_job')}(
    ${name}::text, ${JSON.stringify(carrying(payload, traceparent))}::json, ${runAt ?? null}::timestamptz, ${key ?? null}::text
  )`;
}

/** The same for one that this worker does at once; answers its number. The task has been made known. */
export function holdJobCall<Name extends JobName>(
  name: Name,
  payload: JobCatalog[Name],
  worker: string,
): RawBuilder<unknown> {
  return sql`pappel_hold_job(${name}::text, ${JSON.stringify(carrying(payload))}::json, ${worker}::text)`;
}

/** Tasks by name, before the first job of theirs is held. */
export async function makeTasksKnown(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
    [names],
  );
}

/** The statement that strikes off a job which its maker did, unless another has taken it over meanwhile. */
export const strikeOff = ({ id, worker }: { id: string; worker: string }): RawBuilder<unknown> =>
  sql`delete from graphile_worker._private_jobs where id = ${id}::bigint and locked_by = ${worker}`;

/**
 * Wakes workers on all nodes. Alone in its transaction, which need not reach the disk: the lock that every notification
 * takes is held for a moment only.
 */
export async function notifyWorkers(pool: Pool, jobs: number): Promise<void> {
  await pool.query(
    `select set_config('synchronous_commit', 'off', true),
       pg_notify('jobs:insert', json_build_object('r', random(), 'count', $1::int)::text)`,
    [jobs],
  );
}

/** Where a job stands that was being worked on. */
export interface PutBack {
  runAt: Date;
  /** How many failures count against it. */
  attempts: number;
  lastError: string | null;
}

/**
 * Puts a job back whose work did not come to an end. It gets a new number: graphile-worker strikes off the old one, which
 * then is not there any more. One that was replaced under its key meanwhile is gone for good.
 */
export async function putBack(
  pool: Pool,
  job: { id: string; key: string | null },
  to: PutBack,
): Promise<void> {
  await pool.query(
    `with mine as (
       delete from graphile_worker._private_jobs where id = $1 and ($2::text is null or key = $2) returning *
     )
     insert into graphile_worker._private_jobs
       (task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, revision)
     select task_id, payload, priority, $3, $4, max_attempts, $5, created_at, key, revision + 1 from mine`,
    [job.id, job.key, to.runAt, to.attempts, to.lastError],
  );
}

/** Jobs that wait for their time, of one name and with one of these values in a field of what they are told, come at once. */
export async function hurryJobs(
  tx: Tx,
  name: JobName,
  { field, values }: { field: string; values: readonly string[] },
): Promise<void> {
  if (values.length === 0) return;
  await sql`update graphile_worker._private_jobs as jobs set run_at = now(), updated_at = now()
    from graphile_worker._private_tasks as tasks
    where tasks.id = jobs.task_id and tasks.identifier = ${name} and jobs.locked_at is null and jobs.run_at > now()
      and jobs.payload ->> ${field} = any(${[...values]}::text[])`.execute(overAll(tx, 'of nobody'));
}

/**
 * What fails and is about this comes at once, unless it is being worked on; answers whether there is any of it. `lastError`
 * is set where one was made anew under its key, so that whoever does it knows of the failures before.
 */
export async function hurryJobAbout(
  tx: Tx,
  name: string,
  subject: JobSubject,
  lastError: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with about as (
      select jobs.id from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${name} and (jobs.is_available or jobs.locked_at is not null)
        and jobs.payload::jsonb @> ${JSON.stringify(subject)}::jsonb
    ), hurried as (
      update graphile_worker._private_jobs as jobs
      set run_at = least(jobs.run_at, now()), last_error = coalesce(jobs.last_error, ${lastError}), updated_at = now()
      from about where jobs.id = about.id and jobs.locked_at is null
    )
    select id from about limit 1`.execute(overAll(tx, 'of nobody'));
  return rows.length > 0;
}

export interface TaskState {
  task: string;
  waiting: number;
  due: number;
  running: number;
  oldestSeconds: number;
}

/** The queue by what is to be done; the longest due first. */
export async function tasksOf(pool: Pool): Promise<TaskState[]> {
  const { rows } = await pool.query<TaskState>(
    `select tasks.identifier as task, count(*) filter (where is_available and run_at > now())::int as waiting,
       count(*) filter (where is_available and run_at <= now())::int as due,
       count(*) filter (where locked_at is not null)::int as running,
       coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8
         as "oldestSeconds"
     from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     group by 1 order by 5 desc, 1`,
  );
  return rows;
}

export interface QueueState {
  /** Jobs that could be worked on now. */
  due: number;
  /** How long the oldest of them has waited. */
  oldestSeconds: number;
  running: number;
}

export async function queueState(pool: Pool): Promise<QueueState> {
  const { rows } = await pool.query<QueueState>(
    `select count(*) filter (where is_available and run_at <= now())::int as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8
         as "oldestSeconds",
       count(*) filter (where locked_at is not null)::int as running
     from graphile_worker._private_jobs`,
  );
  return rows[0] ?? { due: 0, oldestSeconds: 0, running: 0 };
}

/**
 * Puts off what these workers hold and has been interrupted again and again: one second after the fourth time, a minute at
 * most. What takes the process along then does so less and less often, and others end meanwhile. What failed or waits by
 * itself has its own time.
 */
export const SPACE_OUT = `update graphile_worker._private_jobs
  set run_at = greatest(run_at, now() + make_interval(secs => least(60, power(2, least(attempts - 4, 6))) * (0.75 + random() / 2)))
  where locked_by = any($1::text[]) and attempts >= 4 and last_error is null`;

/** Frees what these workers hold. */
export const FREE_WORKERS = 'select graphile_worker.force_unlock_workers($1::text[])';

/** Workers that hold jobs for longer than so many seconds. */
export const WORKERS_HOLDING = `select distinct locked_by as id from graphile_worker._private_jobs
  where locked_at < now() - make_interval(secs => $1)`;

/** Frees jobs held by workers $1 for $3 seconds except those numbered $2. */
export const FREE_MISLAID = `update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = any($1::text[]) and not id = any($2::bigint[])
    and locked_at < now() - make_interval(secs => $3)`;

/** Frees everything that is held, of whomever: for a database that nobody works on. */
export async function freeJobs(pool: Pool): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await pool.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
}

/** Takes every job of a name out of the queue. */
export async function forgetJobs(pool: Pool, name: JobName): Promise<void> {
  await pool.query(
    `delete from graphile_worker._private_jobs
     where task_id in (select id from graphile_worker._private_tasks where identifier = $1)`,
    [name],
  );
}
