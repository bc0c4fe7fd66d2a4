import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { DeliveryId } from '../platform/ids.ts';
import type { Answer } from './post.ts';
import { readRetryAfter, secondsUntilNext } from './retry.ts';

/** What becomes of a delivery after an attempt. */
export interface Settlement {
  id: DeliveryId;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  nextAttemptAt: Date | null;
  answer: Answer;
}

export interface Attempted {
  id: DeliveryId;
  event_type: string;
  /** Before this one. */
  attempts: number;
}

/** Only 2xx is success; 410 says that the endpoint is gone for good; a test is not repeated. [WHK-6] */
export function settle(
  { id, attempts, event_type: type }: Attempted,
  answer: Answer,
  { schedule, now, random }: { schedule: readonly number[]; now: Date; random: number },
): Settlement {
  const { status: code = 0 } = answer;
  if (isSuccess(answer)) return { id, status: 'DELIVERED', nextAttemptAt: null, answer };
  const retryAfter = readRetryAfter(answer.retryAfter, now);
  const seconds = secondsUntilNext(schedule, { attempts: attempts + 1, retryAfter, random });
  const isLast = seconds === undefined || code === GONE || type === 'webhook.test';
  if (isLast) return { id, status: 'FAILED', nextAttemptAt: null, answer };
  return { id, status: 'PENDING', nextAttemptAt: new Date(now.getTime() + seconds * 1000), answer };
}

export const GONE = 410;
export const isSuccess = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

const errorOf = ({ status, error }: Answer): string | null => {
  if (error !== undefined) return error;
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  if (isRedirect) return `It answered ${status}: redirects are not followed. Name the URL it leads to.`;
  return status !== undefined && (status < 200 || status > 299) ? `It answered ${status}.` : null;
};

/** Writes down many attempts in one statement; a delivery that was cancelled meanwhile stays so. */
export async function writeSettlements(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const rows = settlements.map(
    ({ id, status, nextAttemptAt, answer }): RawBuilder<unknown> => sql`(
      ${id}::uuid, ${status}::text, ${nextAttemptAt}::timestamptz, ${answer.status ?? null}::int,
      ${errorOf(answer)}::text, ${answer.durationMs}::int, ${answer.text ?? null}::text)`,
  );
  await sql`
    update webhook_deliveries as d set status = s.status, attempts = attempts + 1, next_attempt_at = s.next_attempt_at,
      last_status_code = s.code, last_error = s.error, last_duration_ms = s.ms, last_answer = s.answer,
      delivered_at = case when s.status = 'DELIVERED' then now() end
    from (values ${sql.join(rows)}) as s (id, status, next_attempt_at, code, error, ms, answer)
    where d.id = s.id and d.status = 'PENDING'`.execute(overAll(db, 'job'));
}
