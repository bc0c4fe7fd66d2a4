import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobSubject } from '../db/job-tables.ts';
import type { JobName } from './catalog.ts';

const LONGEST_ERROR = 500;
const KEPT_DAYS = 30;

/** The ids in a payload; anything else in it, such as an address, is nobody's business. */
export function subjectOf(payload: unknown): JobSubject {
  const entries = Object.entries(typeof payload === 'object' && payload !== null ? payload : {});
  return Object.fromEntries(
    entries.filter(([name, value]) => name.endsWith('Id') && typeof value === 'string'),
  );
}

/** An error in one line that PostgreSQL can keep. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .slice(0, LONGEST_ERROR);
}

/** Counts one more failure; answers how many there are now. After an end the count begins anew. */
export async function noteFailure(
  db: Db,
  job: JobName,
  subject: JobSubject,
  { at, error }: { at: Date; error: string },
): Promise<number> {
  const row = await db
    .insertInto('failing_jobs')
    .values({
      job,
      subject: JSON.stringify(subject),
      failures: 1,
      first_failed_at: at,
      last_failed_at: at,
      last_error: error,
    })
    .onConflict((conflict) =>
      conflict.columns(['job', 'subject']).doUpdateSet({
        failures: sql`case when failing_jobs.ended_at is null then failing_jobs.failures + 1 else 1 end`,
        first_failed_at: sql`case when failing_jobs.ended_at is null then failing_jobs.first_failed_at else ${at} end`,
        last_failed_at: at,
        last_error: error,
        ended_at: null,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return row.failures;
}

/** When it is tried again, or that it is not. */
export async function noteOutlook(
  db: Db,
  job: JobName,
  subject: JobSubject,
  outlook: { next_try_at: Date } | { next_try_at: null; ended_at: Date },
): Promise<void> {
  await db.updateTable('failing_jobs').set(outlook).where(isOf(job, subject)).execute();
}

/** It succeeded. What was ended stays, for the operator to read. */
export async function forgetFailure(db: Db, job: JobName, subject: JobSubject): Promise<void> {
  await db.deleteFrom('failing_jobs').where(isOf(job, subject)).where('ended_at', 'is', null).execute();
}

export async function failuresOf(db: Db, job: JobName, subject: JobSubject): Promise<number> {
  const row = await db
    .selectFrom('failing_jobs')
    .where(isOf(job, subject))
    .where('ended_at', 'is', null)
    .select('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

const isOf = (job: JobName, subject: JobSubject) =>
  sql<boolean>`job = ${job} and subject = ${JSON.stringify(subject)}::jsonb`;

export interface FailingJob {
  job: string;
  subject: JobSubject;
  state: 'RETRYING' | 'ENDED';
  failures: number;
  firstFailedAt: Date;
  lastFailedAt: Date;
  nextTryAt?: Date | undefined;
  endedAt?: Date | undefined;
  lastError: string;
}

export interface FailingQuery {
  job?: string;
  state?: 'RETRYING' | 'ENDED';
  limit?: number;
}

/** What fails and what was given up, newest first. */
export async function listFailing(db: Db, { job, state, limit = 50 }: FailingQuery): Promise<FailingJob[]> {
  let query = db.selectFrom('failing_jobs').selectAll();
  if (job !== undefined) query = query.where('job', '=', job);
  if (state !== undefined) query = query.where('ended_at', state === 'ENDED' ? 'is not' : 'is', null);
  const rows = await query
    .orderBy('last_failed_at', 'desc')
    .orderBy('job')
    .orderBy('subject')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    job: row.job,
    subject: row.subject,
    state: row.ended_at ? 'ENDED' : 'RETRYING',
    failures: row.failures,
    firstFailedAt: row.first_failed_at,
    lastFailedAt: row.last_failed_at,
    nextTryAt: row.next_try_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    lastError: row.last_error,
  }));
}

/** Forgets what was ended a month ago, and what has not failed for so long that its job must be gone. */
export async function sweepFailing({ db }: { db: Db }): Promise<void> {
  await db
    .deleteFrom('failing_jobs')
    .where('last_failed_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}
