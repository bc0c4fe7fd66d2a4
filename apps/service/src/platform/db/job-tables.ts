import type { ColumnType } from 'kysely';

/** Ids by name, such as {"messageId": "…"}. */
export type JobSubject = Record<string, string>;

export interface FailingJobTable {
  job: string;
  subject: ColumnType<JobSubject, string, never>;
  failures: number;
  first_failed_at: Date;
  last_failed_at: Date;
  next_try_at: Date | null;
  last_error: string;
  ended_at: Date | null;
}
