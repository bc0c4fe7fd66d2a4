import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JobCatalog, JobName } from './catalog.ts';

export interface EnqueueOptions {
  /** Not before this moment; now when omitted. */
  runAt?: Date | undefined;
  /** A job waiting under the same key is replaced instead of doubled. */
  key?: string;
  /** How often a handler that throws is tried; for ever when omitted, in the end every six hours. */
  maxAttempts?: number;
}

/** Under which the job waits that answers an inbound document with a status. */
export const statusJobKey = (messageId: string): string => `inbound.mls:${messageId}`;

/** graphile-worker gives a job up after 25 attempts by itself, and a document would be lost with it. It counts in 16 bits. */
const FOR_EVER = 30_000;

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
    max_attempts => ${options.maxAttempts ?? FOR_EVER}::int
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
