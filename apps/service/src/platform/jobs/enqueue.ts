import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JobCatalog, JobName } from './catalog.ts';

export interface EnqueueOptions {
  /** Not before this moment; now when omitted. */
  runAt?: Date | undefined;
  /** A job waiting under the same key is replaced instead of doubled. */
  key?: string;
  /** How often graphile-worker tries a handler that throws. */
  maxAttempts?: number;
}

/** Under which the job waits that answers an inbound document with a status. */
export const statusJobKey = (messageId: string): string => `inbound.mls:${messageId}`;

/** The call that adds a job, for a statement that writes a fact and asks for its job at once. */
export function addJob<Name extends JobName>(
  name: Name,
  payload: JobCatalog[Name],
  options: EnqueueOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    job_key => ${options.key ?? null}::text,
    max_attempts => ${options.maxAttempts ?? null}::int
  )`;
}

/** Adds a job in the caller's transaction: it exists if and only if the fact that asked for it does. */
export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobCatalog[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${addJob(name, payload, options)}`.execute(tx);
}
