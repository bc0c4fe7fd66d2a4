import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { MessageId } from '../platform/ids.ts';

/** How an attempt to deliver a message ended. */
export type AttemptResult = Omit<
  Insertable<Tables['message_attempts']>,
  'message_id' | 'account_id' | 'number' | 'finished_at'
>;

/** The statement that writes an attempt of each message in `from`, a query or table with the columns `id` and `account_id`. */
export function insertAttempt(result: AttemptResult, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const row = { ...result, finished_at: new Date() };
  return sql`insert into message_attempts (message_id, account_id, number, ${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    select id, account_id, (select coalesce(max(number), 0) + 1 from message_attempts
      where message_id = tried.id and message_attempts.account_id = tried.account_id),
      ${sql.join(Object.values(row))} from ${from} as tried`;
}

/** Writes down how an attempt ended without moving the message. */
export async function noteAttempt(db: Db, messageId: MessageId, result: AttemptResult): Promise<void> {
  await insertAttempt(result, sql`(select id, account_id from messages where id = ${messageId})`).execute(
    overAll(db, 'found'),
  );
}

export interface AttemptView {
  number: number;
  startedAt: string;
  finishedAt?: string | undefined;
  outcome?: string | undefined;
  errorCode?: string | undefined;
  errorMessage?: string | undefined;
  endpointUrl?: string | undefined;
  accessPoint?: string | undefined;
  receiptId?: string | undefined;
  discoveryMs?: number | undefined;
  connectMs?: number | undefined;
  answerMs?: number | undefined;
}

/** What customers and the operator's people see of an attempt. */
export const attemptView = (row: Selectable<Tables['message_attempts']>): AttemptView => ({
  number: row.number,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString(),
  outcome: row.outcome ?? undefined,
  errorCode: row.error_code ?? undefined,
  errorMessage: row.error_message ?? undefined,
  endpointUrl: row.endpoint_url ?? undefined,
  accessPoint: row.access_point ?? undefined,
  receiptId: row.receipt_id ?? undefined,
  discoveryMs: row.discovery_ms ?? undefined,
  connectMs: row.connect_ms ?? undefined,
  answerMs: row.answer_ms ?? undefined,
});
