import type { ColumnType, Generated } from 'kysely';
import type { FailingJobId } from '../ids.ts';

/** Ids by name, such as {"messageId": "…"}. */
export type JobSubject = Record<string, string>;

export interface FailingJobTable {
  id: Generated<FailingJobId>;
  job: string;
  subject: ColumnType<JobSubject, string, never>;
  failures: number;
  first_failed_at: Date;
  last_failed_at: Date;
  next_try_at: Date | null;
  last_error: string;
  ended_at: Date | null;
  /** When somebody said that it is not to be tried again; the worker ends it. */
  given_up_at: Generated<Date | null>;
}

export interface SmpRegistrationTable {
  smp_url: string;
  registered_at: Generated<Date>;
  /** What addresses at an SMP elsewhere say about how to reach us; null where that is our own SMP. */
  endpoint: Generated<string | null>;
}
