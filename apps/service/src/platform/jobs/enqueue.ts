import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JobCatalog, JobName } from './catalog.ts';

export interface EnqueueOptions {
  /** Not before this moment; now when omitted. */
  runAt?: Date;
  /** A job waiting under the same key is replaced instead of doubled. */
  key?: string;
  /** How often graphile-worker tries a handler that throws. */
  maxAttempts?: number;
}

/** Adds a job in the caller's transaction: it exists if and only if the fact that asked for it does. */
export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobCatalog[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    job_key => ${options.key ?? null}::text,
    max_attempts => ${options.maxAttempts ?? null}::int
  )`.execute(tx);
}
