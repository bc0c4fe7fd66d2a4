import { EventEmitter } from 'node:events';
import {
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { JobCatalog, JobName } from './catalog.ts';

export type JobHandler<Name extends JobName> = (payload: JobCatalog[Name]) => Promise<void>;
/** Every job of the catalogue with its handler; a missing one does not compile. */
export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

export interface JobRunnerOptions {
  pool: Pool;
  log: Logger;
  /** Names this process among all that ever ran; the same again after a restart on the same data directory. */
  nodeId: string;
  concurrency: number;
  /** Jobs by the clock. */
  clock: { task: JobName; match: string }[];
}

export interface JobRunner {
  /** Settles when the runner ends, asked to or not. */
  ended: Promise<void>;
  /** Lets running handlers finish, takes no new jobs. */
  stop(): Promise<void>;
}

/**
 * Jobs are struck off many at once: after a crash more of them are done again and find nothing to do. They are fetched
 * one by one, because graphile-worker's local queue stops fetching for ever when the database goes away at a bad moment.
 */
const STRUCK_OFF_TOGETHER = { completeJobBatchDelay: 20, failJobBatchDelay: 20 };

const HEARTBEAT_MS = 5_000;
/** A node silent for this long is dead: its jobs are free for others. */
const DEAD_AFTER_SECONDS = 30;
/** A job that we hold for this long without working on it. */
const MISLAID_AFTER_SECONDS = 25;

/** Creates graphile-worker's own tables. Needed before the first `enqueue`. */
export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
}

/** Runs jobs until stopped. Handlers are called outside any transaction and may be called again after a crash. */
export async function runJobs(handlers: JobHandlers, options: JobRunnerOptions): Promise<JobRunner> {
  const { pool, log, nodeId } = options;
  const leases = new Leases(pool, nodeId);
  await leases.endFormerLife();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => leases.hold(workerPool.id));
  events.on('job:start', ({ job }) => leases.begin(job.id));
  events.on('job:complete', ({ job }) => leases.end(job.id));
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    preset: { worker: STRUCK_OFF_TOGETHER },
    taskList: taskList(handlers, log),
    parsedCronItems: parseCronItems(options.clock),
    events,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'job queue');
    }),
  });
  const beat = () =>
    leases.beat().catch((error: unknown) => log.warn({ err: error }, 'job lease heartbeat failed'));
  await beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  return {
    ended: runner.promise,
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
    },
  };
}

function taskList(handlers: JobHandlers, log: Logger): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (payload: unknown) => {
        try {
          await (handler as (payload: unknown) => Promise<void>)(payload);
        } catch (error) {
          log.error({ err: error, job: name, payload }, 'job failed; it will be tried again');
          throw error;
        }
      },
    ]),
  );
}

/**
 * graphile-worker frees the jobs of a process that died only after hours. A document cannot wait that long, so each
 * node says every few seconds that it lives, and anyone frees what a silent node holds. Nor can it wait for us to notice
 * a job that was locked for us while the connection broke, so that we never heard of it: we free what is mislaid.
 */
class Leases {
  readonly #pool: Pool;
  readonly #nodeId: string;
  readonly #held = new Set<string>();
  /** Ids of the jobs that are being worked on. */
  readonly #underWay = new Set<string>();

  constructor(pool: Pool, nodeId: string) {
    this.#pool = pool;
    this.#nodeId = nodeId;
  }

  hold(workerId: string): void {
    this.#held.add(workerId);
  }

  begin(jobId: string): void {
    this.#underWay.add(jobId);
  }

  end(jobId: string): void {
    this.#underWay.delete(jobId);
  }

  /** What this node held before it was killed is free at once. */
  async endFormerLife(): Promise<void> {
    await this.#pool.query(
      `with gone as (delete from worker_leases where node_id = $1 returning worker_id)
       select graphile_worker.force_unlock_workers(array(select worker_id from gone))`,
      [this.#nodeId],
    );
  }

  async beat(): Promise<void> {
    await this.#pool.query(
      `insert into worker_leases (worker_id, node_id, seen_at) select unnest($1::text[]), $2, now()
       on conflict (worker_id) do update set seen_at = now()`,
      [[...this.#held], this.#nodeId],
    );
    await this.#pool.query('delete from worker_leases where seen_at < now() - make_interval(secs => $1)', [
      DEAD_AFTER_SECONDS,
    ]);
    await this.#pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
       where locked_at < now() - make_interval(secs => $1)
         and locked_by not in (select worker_id from worker_leases) having count(*) > 0`,
      [DEAD_AFTER_SECONDS],
    );
    await this.#freeMislaid();
  }

  async #freeMislaid(): Promise<void> {
    await this.#pool.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where locked_by = any($1::text[]) and not id = any($2::bigint[])
         and locked_at < now() - make_interval(secs => $3)`,
      [[...this.#held], [...this.#underWay], MISLAID_AFTER_SECONDS],
    );
  }
}
