import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import type { JobCatalog, JobName } from './catalog.ts';
import { addJobCall, holdJobCall, type JobOptions } from './queue-table.ts';

/** A job that is to be, for a statement that writes a fact and adds its job at once. */
export interface Job<Name extends JobName = JobName> {
  readonly name: Name;
  readonly payload: JobCatalog[Name];
  readonly options: JobOptions & {
    /** Added only where this holds. */
    given?: Expression<SqlBool>;
    /** The worker that does it at once, in place of the queue's. */
    heldBy?: string | undefined;
  };
}

export const jobOf = <Name extends JobName>(
  name: Name,
  payload: JobCatalog[Name],
  options: Job['options'] = {},
): Job<Name> => ({ name, payload, options });

/**
 * How such a statement adds it: as the column `job` of what it selects, which has the number of one that is held, and is
 * null where none was added, so that nobody is woken.
 */
export function adding(job: Job | undefined): RawBuilder<unknown> {
  if (!job) return sql`null`;
  const { name, payload, options } = job;
  const call =
    options.heldBy === undefined
      ? addJobCall(name, payload, options)
      : holdJobCall(name, payload, options.heldBy);
  return job.options.given ? sql`case when ${job.options.given} then ${call} end` : call;
}

/**
 * Adds a job in the caller's transaction: it exists if and only if the fact that asked for it does. Workers are woken
 * after the commit.
 */
export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobCatalog[Name],
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${adding(jobOf(name, payload, options))} as job`.execute(overAll(tx, 'of nobody'));
}
