import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Db, transaction } from '../db/database.ts';
import type { JobSubject } from '../db/job-tables.ts';
import { isTrouble } from '../db/trouble.ts';
import {
  afterTrouble,
  FAILURES_OF_A_DOCUMENT,
  INTERRUPTIONS,
  LONGEST_RUN_MS,
  nextTry,
  spread,
} from './backoff.ts';
import { type EndingJob, type JobCatalog, type JobName, PAYLOADS } from './catalog.ts';
import type { Clock } from './clock.ts';
import {
  errorText,
  failuresOf,
  forgetFailure,
  isGivenUp,
  noteEnd,
  noteFailure,
  noteNextTry,
  subjectOf,
} from './failing.ts';
import type { HeldJob } from './hands.ts';
import { inJobSpan } from './job-span.ts';
import { NotYet } from './not-yet.ts';
import { hurryJobAbout, putBack } from './queue-table.ts';

/**
 * How a job is done, and how its subject is ended when that fails again and again. `held` is there where its maker does
 * it: what is in it may be used, and its row struck off.
 */
export interface JobHandler<Name extends JobName> {
  run(payload: JobCatalog[Name], held?: HeldJob): Promise<void>;
  /** Gives the subject a last status. Without it the job is tried for ever, in the end every hour. */
  end?(payload: JobCatalog[Name]): Promise<unknown>;
  /** How often it is tried before that; five times when omitted. */
  tries?(payload: JobCatalog[Name]): number;
}

/** Every job of the catalogue with its handler; a missing one does not compile. */
export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

/** Handlers that end their subject where the catalogue says so, and nowhere else. */
export type EndingAsSaid = {
  [Name in JobName]: Name extends EndingJob ? { end: NonNullable<JobHandler<Name>['end']> } : { end?: never };
};

export type JobOutcome = 'done' | 'not-yet' | 'trouble' | 'failed' | 'ended';

export interface WorkContext {
  db: Db;
  /** Waits for the database. */
  queue: Pool;
  clock: Clock;
  log: Logger;
  onOutcome(job: JobName, outcome: JobOutcome, seconds: number): void;
}

/** The row of a job as graphile-worker hands it over. */
export interface FetchedJob {
  id: string;
  key: string | null;
  payload: unknown;
  /** How often it was fetched since it was last put back. */
  attempts: number;
  last_error: string | null;
}

interface Work {
  name: JobName;
  job: FetchedJob;
  subject: JobSubject;
  told: Told;
}

/** A handler that was told what to do. */
interface Told {
  run(): Promise<void>;
  end?: (() => Promise<unknown>) | undefined;
  tries: number;
}

/**
 * Does one job. It never throws: whatever happens, the job is done, put back by our own schedule, or ended, and
 * graphile-worker strikes off what it fetched.
 */
export async function work<Name extends JobName>(
  context: WorkContext,
  name: Name,
  handler: JobHandler<Name>,
  job: FetchedJob,
  held?: HeldJob,
): Promise<JobOutcome> {
  const one: Work = {
    name,
    job,
    told: tell(name, handler, job.payload, held),
    subject: subjectOf(job.payload),
  };
  const startedAt = context.clock.now().getTime();
  const outcome = await inJobSpan(one, () =>
    settle(context, one).catch((error: unknown) => rescue(context, one, error)),
  );
  context.onOutcome(name, outcome, (context.clock.now().getTime() - startedAt) / 1_000);
  return outcome;
}

/** A payload that is not the job's, such as of another release, is a failure: the operator sees it. */
function tell<Name extends JobName>(
  name: Name,
  handler: JobHandler<Name>,
  payload: unknown,
  held?: HeldJob,
): Told {
  if (!PAYLOADS[name](payload))
    return {
      run: async () => {
        throw new Error(`the payload is not one of ${name}`);
      },
      tries: FAILURES_OF_A_DOCUMENT,
    };
  return {
    run: () => handler.run(payload, held),
    end: handler.end && (async () => handler.end?.(payload)),
    tries: handler.tries?.(payload) ?? FAILURES_OF_A_DOCUMENT,
  };
}

async function settle(context: WorkContext, one: Work): Promise<JobOutcome> {
  const { name, job, subject, told } = one;
  if (job.last_error !== null && (await isGivenUp(context.db, name, subject))) return giveUp(context, one);
  const isDeadly = await takesTheProcessAlong(context, one);
  const failed = isDeadly ? DEADLY : await attempt(told);
  if (failed === undefined) {
    if (job.last_error !== null) await forgetFailure(context.db, name, subject);
    return 'done';
  }
  if (isTrouble(failed)) return rescue(context, one, failed);
  if (failed instanceof NotYet) return notYet(context, one, failed);
  return fail(context, one, failed, isDeadly);
}

/** Somebody said so: its subject ends without another try. What cannot be ended comes again, for that alone. */
async function giveUp(context: WorkContext, one: Work): Promise<JobOutcome> {
  const { clock, db, log, queue } = context;
  const { name, job, subject } = one;
  if (await hasEnded(context, one)) {
    await noteEnd(db, name, subject, clock.now());
    log.warn({ job: name, ...subject }, 'job was given up by an operator: its subject is ended');
    return 'ended';
  }
  const runAt = nextTry(job.attempts, clock.now(), Math.random());
  await putBack(queue, job, { runAt, attempts: job.attempts, lastError: job.last_error });
  await noteNextTry(db, name, subject, runAt);
  return 'failed';
}

const DEADLY = new Error(`the process ended ${INTERRUPTIONS} times while it ran`);

/** Undefined when it went well. What takes too long goes on, but nobody waits for it any longer. */
async function attempt(told: Told): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_RUN_MS, new Error(`not done after ${LONGEST_RUN_MS / 1_000} s`));
  });
  const run = async (): Promise<unknown> => told.run().then(() => undefined, asError);
  return Promise.race([run().catch(asError), late]).finally(() => clearTimeout(timer));
}

const asError = (error: unknown): unknown => error ?? new Error('failed without saying why');

/** Fetched again and again without an end; one that waits for something is fetched often too. */
async function takesTheProcessAlong(
  { db }: WorkContext,
  { name, job, subject, told }: Work,
): Promise<boolean> {
  if (job.attempts <= INTERRUPTIONS || !told.end || isWaiting(job)) return false;
  return job.attempts - (await failuresOf(db, name, subject)) > INTERRUPTIONS;
}

const isWaiting = (job: FetchedJob): boolean => job.last_error?.startsWith(NotYet.name) ?? false;

/** The database or the machine is in trouble: as if it had not been tried, and soon again. */
async function rescue(
  context: WorkContext,
  { name, job, subject }: Work,
  error: unknown,
): Promise<JobOutcome> {
  const { clock, log, queue } = context;
  log.warn({ job: name, ...subject, reason: errorText(error) }, 'job interrupted; it is tried again at once');
  const attempts = Math.max(0, job.attempts - 1);
  const runAt = afterTrouble(clock.now(), Math.random());
  await putBack(queue, job, { runAt, attempts, lastError: job.last_error }).catch((lost: unknown) =>
    log.warn(
      { job: name, ...subject, reason: errorText(lost) },
      'job stays with this node until it is freed',
    ),
  );
  return 'trouble';
}

async function notYet(
  context: WorkContext,
  { name, job, subject }: Work,
  error: NotYet,
): Promise<JobOutcome> {
  const { clock, log, queue } = context;
  const runAt =
    error.afterSeconds === undefined
      ? nextTry(job.attempts, clock.now(), Math.random())
      : spread(error.afterSeconds, clock.now(), Math.random());
  log.info({ job: name, ...subject, reason: errorText(error), nextTryAt: runAt }, 'job has to wait');
  await putBack(queue, job, { runAt, attempts: job.attempts, lastError: errorText(error) });
  return 'not-yet';
}

async function fail(context: WorkContext, one: Work, error: unknown, isDeadly: boolean): Promise<JobOutcome> {
  const { clock, db, log, queue } = context;
  const { name, job, subject, told } = one;
  const at = clock.now();
  const lastError = errorText(error);
  const failed = { at, error: lastError, isFirst: job.last_error === null };
  const noted = await noteFailure(db, name, subject, failed);
  const { failures } = noted;
  const facts = { err: error, job: name, ...subject, failures };
  const isEnough = isDeadly || noted.isGivenUp || failures >= told.tries;
  if (told.end && isEnough && (await hasEnded(context, one))) {
    await noteEnd(db, name, subject, at);
    log.error(facts, 'job failed and was given up: its subject is ended');
    return 'ended';
  }
  const runAt = nextTry(failures, at, Math.random());
  await putBack(queue, job, { runAt, attempts: failures, lastError });
  log.error({ ...facts, nextTryAt: runAt }, 'job failed; it is tried again');
  const isGivenUpNow = await noteNextTry(db, name, subject, runAt);
  // Who gave it up meanwhile found it at work; who does so from here on finds it put back.
  if (isGivenUpNow && !noted.isGivenUp)
    await transaction(db, (tx) => hurryJobAbout(tx, name, subject, lastError));
  return 'failed';
}

/** What cannot even be ended is tried further; the operator sees it in the list. */
async function hasEnded({ log }: WorkContext, { name, subject, told }: Work): Promise<boolean> {
  try {
    await told.end?.();
    return true;
  } catch (error) {
    if (isTrouble(error)) throw error;
    log.error({ err: error, job: name, ...subject }, 'the subject of a job that fails cannot be ended');
    return false;
  }
}
