import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  type ParsedCronItem,
  parseCronItems,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import { type ClockWork, isJobName, type JobCatalog, type JobName } from './catalog.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { Hands, type HeldJob } from './hands.ts';
import { Leases } from './leases.ts';
import { PatientPool } from './patient-pool.ts';
import { FOR_EVER, makeTasksKnown, prepareQueueTable, strikeOff } from './queue-table.ts';
import { type JobHandlers, type WorkContext, work } from './work.ts';

export interface JobRunnerOptions {
  database: Database;
  log: Logger;
  /** Names this process among all that ever ran; the same again after a restart on the same data directory. */
  nodeId: string;
  concurrency: number;
  /** Through which makers of jobs do them at once; as many again as `concurrency`. */
  hands?: Hands;
  /** Jobs by the clock. */
  clock: readonly ClockWork[];
  /** Hears how each job went. */
  onOutcome?: WorkContext['onOutcome'];
  /** Of a test; without it time is the database's. */
  time?: Clock;
}

export interface JobRunner {
  /** Settles when the runner ends, asked to or not. */
  ended: Promise<void>;
  /** When a worker last asked for a job and was answered, or ended one. */
  lastMoved(): Date;
  /** Lets running handlers finish, takes no new jobs. */
  stop(): Promise<void>;
}

/**
 * Jobs are struck off many at once: after a crash more of them are done again and find nothing to do. They are fetched
 * one by one, because graphile-worker's local queue stops fetching for ever when the database goes away at a bad moment.
 */
const STRUCK_OFF_TOGETHER = { completeJobBatchDelay: 20, failJobBatchDelay: 20 };
const CONNECTIONS = 8;
const HEARTBEAT_MS = 5_000;
/** A database that swallows what it is asked must not hold the queue for longer. */
const STATEMENT_MS = 30_000;

/** Creates graphile-worker's own tables and what we add to them. Needed before the first `enqueue`. */
export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
  await prepareQueueTable(pool);
}

/** graphile-worker's `add_job` takes it; its type of crontabs does not say so. */
const UNLESS_THERE = 'unsafe_dedupe' as 'replace';

/**
 * Work by the clock as graphile-worker asks for it. While one that failed, or is not done yet, is there, no second one
 * comes: what fails for a week has one job, which is tried until it succeeds, and not one for each minute of the week.
 */
export const cronItems = (clock: readonly ClockWork[]): ParsedCronItem[] =>
  parseCronItems(
    clock.map(({ task, match }) => ({
      task,
      match,
      options: { jobKey: `clock:${task}`, jobKeyMode: UNLESS_THERE, maxAttempts: FOR_EVER },
    })),
  );

/** Runs jobs until stopped. Handlers are called outside any transaction and may be called again after a crash. */
export async function runJobs(handlers: JobHandlers, options: JobRunnerOptions): Promise<JobRunner> {
  const { database, log, time = SYSTEM_CLOCK } = options;
  const queue = openQueue(options, time);
  const leases = new Leases(queue, options.nodeId);
  await leases.endFormerLife();
  const context: WorkContext = {
    db: database.db,
    queue,
    clock: time,
    log,
    onOutcome: options.onOutcome ?? (() => undefined),
  };
  let moved = time.now();
  const events = followed(leases, () => {
    moved = time.now();
  });
  const runner = await run({
    pgPool: queue,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    preset: { worker: { ...STRUCK_OFF_TOGETHER, useNodeTime: options.time !== undefined } },
    taskList: taskList(handlers, context),
    parsedCronItems: cronItems(options.clock),
    events,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log[levelOf(message)]({ worker: message }, 'job queue');
    }),
  });
  const hands = options.hands ?? new Hands();
  const doer = doerOf(handlers, context, leases, options.concurrency);
  const stopHeart = await startHeart(leases, log);
  await makeTasksKnown(queue, Object.keys(handlers));
  hands.open(doer);
  const stop = async (): Promise<void> => {
    stopHeart();
    queue.hurry();
    const handsFree = hands.close();
    await runner.stop();
    await handsFree;
    await queue.end();
  };
  let stopping: Promise<void> | undefined;
  return {
    ended: runner.promise,
    lastMoved: () => moved,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Without the listening connection jobs are found by polling, so that its trouble is no news. Nor is it that workers share
 * connections: they need one only to fetch a job and to strike it off.
 */
const levelOf = (message: string) =>
  /notify listener|UNLISTEN|maxPoolSize/.test(message) ? 'debug' : 'warn';

/** Does the jobs that their makers hold, as the others are done. */
function doerOf(handlers: JobHandlers, context: WorkContext, leases: Leases, width: number) {
  const worker = `held-${randomUUID()}`;
  leases.hold(worker);
  return {
    worker,
    width,
    do: async <Name extends JobName>(name: Name, payload: JobCatalog[Name], held: HeldJob): Promise<void> => {
      leases.begin(held.id);
      const job = { id: held.id, key: null, payload, attempts: 1, last_error: null };
      const outcome = await work(context, name, handlers[name], job, held);
      const isOver = outcome === 'done' || outcome === 'ended';
      if (isOver && !held.isStruckOff)
        await strikeOff(held)
          .execute(overAll(context.db, 'job'))
          // Freed as mislaid, and done again: that finds nothing to do.
          .catch((error: unknown) =>
            context.log.warn({ err: error, job: name }, 'job could not be struck off'),
          );
      leases.end(held.id);
    },
  };
}

function openQueue({ database, log }: JobRunnerOptions, time: Clock): PatientPool {
  const queue = new PatientPool(
    { ...database.connection, max: CONNECTIONS, query_timeout: STATEMENT_MS },
    time,
    (error) => log.warn({ reason: error.message }, 'the job queue waits for the database'),
  );
  // An idle connection that broke is made anew when it is needed.
  queue.on('error', () => undefined);
  queue.on('connect', (client) => client.on('error', () => undefined));
  return queue;
}

function followed(leases: Leases, onMove: () => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => leases.hold(workerPool.id));
  events.on('worker:getJob:empty', onMove);
  events.on('job:start', ({ job }) => {
    onMove();
    leases.begin(job.id);
  });
  events.on('job:complete', ({ job }) => {
    onMove();
    leases.end(job.id);
  });
  return events;
}

async function startHeart(leases: Leases, log: Logger): Promise<() => void> {
  let isBeating = false;
  const beat = async (): Promise<void> => {
    if (isBeating) return;
    isBeating = true;
    try {
      await leases.beat();
    } catch (error) {
      log.warn({ err: error }, 'job lease heartbeat failed');
    } finally {
      isBeating = false;
    }
  };
  await beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  return () => clearInterval(timer);
}

function taskList(handlers: JobHandlers, context: WorkContext): TaskList {
  const task =
    <Name extends JobName>(name: Name): Task =>
    async (_payload, { job }) => {
      await work(context, name, handlers[name], job);
    };
  return Object.fromEntries(
    Object.keys(handlers)
      .filter(isJobName)
      .map((name) => [name, task(name)]),
  );
}
