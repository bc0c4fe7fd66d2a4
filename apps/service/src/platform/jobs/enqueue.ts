import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import type { JobCatalog, JobName } from './catalog.ts';
import { addJobCall } from './queue-table.ts';

export interface EnqueueOptions {
  /** Not before this moment; now when omitted. */
  runAt?: Date | undefined;
  /** A job waiting under the same key is replaced instead of doubled. */
  key?: string;
}

/** The call that adds a job, for a statement that writes a fact and asks for its job at once. */
export function addJob<Name extends JobName>(
  name: Name,
  payload: JobCatalog[Name],
  options: EnqueueOptions = {},
): RawBuilder<unknown> {
  return addJobCall(name, payload, options);
}

/**
 * Adds a job in the caller's transaction: it exists if and only if the fact that asked for it does. Workers are woken
 * after the commit.
 */
export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobCatalog[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${addJob(name, payload, options)}`.execute(overAll(tx, 'of nobody'));
}
