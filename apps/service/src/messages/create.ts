import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { insertLedgerLine } from '../platform/ledger.ts';
import { type MessageRow, messageEventData } from './transition.ts';

export type NewMessage = Insertable<Tables['messages']> & {
  status: 'QUEUED_VALIDATION' | 'QUEUED' | 'CUSTOMER_DELIVERY_QUEUED';
};

/** What is written together with a new message: all of it, or none. */
export interface BesideMessage {
  /** Adds the job that comes next. */
  job?: RawBuilder<unknown> | undefined;
  /** The signed header as it came. */
  userMessage?: Uint8Array;
}

/** What the database sets where a new message says nothing. */
const UNSET = {
  type: null,
  external_reference: null,
  document_number: null,
  country_c1: null,
  ruleset_version: null,
  validated_at: null,
  validation_errors: null,
  validation_errors_total: 0,
  validation_warnings: 0,
  attempts: 0,
  next_attempt_at: null,
  as4_timestamp: null,
  sender_seat: null,
  receiver_access_point: null,
  last_error_code: null,
  last_error_message: null,
  mls: null,
  acknowledged_at: null,
};

/**
 * Inserts a message in its first status and what belongs to it, in one statement. A document that waits to be collected
 * is news, and counts; one just submitted is not.
 */
export async function createMessage(
  db: Db,
  message: NewMessage,
  { job, userMessage }: BesideMessage = {},
): Promise<MessageRow> {
  const isNews = message.status === 'CUSTOMER_DELIVERY_QUEUED';
  const { rows } = await sql<{ now: Date }>`
    with created as (
      insert into messages (${sql.join(Object.keys(message).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(message))}) returning *
    )${isNews ? newsOf(message) : nothing}${userMessage ? evidenceOf(userMessage) : nothing}
    select created_at as now, ${job ?? sql`null`} as job from created`.execute(db);
  const now = rows[0]?.now;
  return { ...UNSET, ...message, created_at: now, updated_at: now, status_changed_at: now } as MessageRow;
}

const nothing = sql``;

function newsOf(message: NewMessage) {
  const data = JSON.stringify(messageEventData(message as unknown as MessageRow));
  return sql`, noted as (
    insert into events (account_id, company_id, type, data)
    select account_id, company_id, 'document.received', ${data}::jsonb from created
  ), counted as (${insertLedgerLine('DOCUMENT_RECEIVED', 'created')})`;
}

const evidenceOf = (userMessage: Uint8Array) => sql`, kept as (
  insert into message_evidence (message_id, kind, content)
  select id, 'AS4_USER_MESSAGE', ${Buffer.from(userMessage)} from created
)`;
