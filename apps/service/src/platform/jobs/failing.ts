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

export interface Failed {
  at: Date;
  error: string;
  /** Nothing failed of this job before: whatever was said of another about the same is not said of it. */
  isFirst: boolean;
}

/** Counts one more failure; answers how many there are now. After an end the count begins anew. */
export async function noteFailure(
  db: Db,
  job: JobName,
  subject: JobSubject,
  { at, error, isFirst }: Failed,
): Promise<{ failures: number; isGivenUp: boolean }> {
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
        given_up_at: sql`case when failing_jobs.ended_at is null and not ${isFirst} then failing_jobs.given_up_at end`,
      }),
    )
    .returning(['failures', 'given_up_at'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, isGivenUp: row.given_up_at !== null };
}

/** When it is tried again; answers whether it was given up meanwhile. */
export async function noteNextTry(
  db: Db,
  job: JobName,
  subject: JobSubject,
  next_try_at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('failing_jobs')
    .set({ next_try_at })
    .where(isOf(job, subject))
    .returning('given_up_at')
    .executeTakeFirst();
  return row !== undefined && row.given_up_at !== null;
}

/** It is not tried again. */
export async function noteEnd(db: Db, job: JobName, subject: JobSubject, ended_at: Date): Promise<void> {
  await db
    .updateTable('failing_jobs')
    .set({ next_try_at: null, ended_at })
    .where(isOf(job, subject))
    .execute();
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

/** Whether somebody said that it is not to be tried again. */
export async function isGivenUp(db: Db, job: JobName, subject: JobSubject): Promise<boolean> {
  const row = await db
    .selectFrom('failing_jobs')
    .where(isOf(job, subject))
    .where('ended_at', 'is', null)
    .where('given_up_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

const isOf = (job: JobName, subject: JobSubject) =>
  sql<boolean>`job = ${job} and subject = ${JSON.stringify(subject)}::jsonb`;

/** Forgets what was ended a month ago, and what has not failed for so long that its job must be gone. */
export async function sweepFailing({ db }: { db: Db }): Promise<void> {
  await db
    .deleteFrom('failing_jobs')
    .where('last_failed_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}
