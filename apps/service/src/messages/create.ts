import { type Insertable, sql } from 'kysely';
import { insertLedgerLine } from '../ledger/record.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { insertEvents } from '../platform/events/record.ts';
import { adding, type Job } from '../platform/jobs/enqueue.ts';
import { countNew } from './count-deltas.ts';
import { termsOf } from './search-terms.ts';
import { type MessageRow, messageEvent } from './transition.ts';

type NewMessage = Insertable<Tables['messages']>;
export type NewOutbound = NewMessage & { direction: 'OUTBOUND'; status: 'QUEUED_VALIDATION' | 'QUEUED' };
export type NewInbound = NewMessage & { direction: 'INBOUND'; status: 'CUSTOMER_DELIVERY_QUEUED' };

/** What the database sets where a new message says nothing. */
const UNSET = {
  type: null,
  external_reference: null,
  document_number: null,
  sender_name: null,
  receiver_name: null,
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
  traceparent: null,
};

/** A message that was made, and the number of its job where that is held. */
export interface CreatedOutbound {
  message: MessageRow;
  jobId: string | undefined;
}

/** A document that a customer gave us, its event and the job that comes next, in one statement. */
export async function createOutbound(db: Db, message: NewOutbound, job?: Job): Promise<CreatedOutbound> {
  const { rows } = await sql<
    Pick<MessageRow, 'created_at' | 'validation_errors' | 'mls'> & { job: string | null }
  >`
    with created as (insert into messages ${valuesOf(message)} returning *),
    noted as (${insertEvents([eventOf(message)], sql`created`)}), sought as (${insertTerms(message)}),
    tallied as (${countNew('created')})
    select created_at, validation_errors, mls, ${adding(job)} as job from created`.execute(
    overAll(db, 'found'),
  );
  const [created] = rows;
  if (!created) throw new Error('PostgreSQL took a document and answered no row');
  const { created_at: now, validation_errors, mls } = created;
  const stamps = { created_at: now, updated_at: now, status_changed_at: now };
  const row = { ...UNSET, waiting_noted_at: null, ...message, ...stamps, validation_errors, mls };
  return { message: row, jobId: created.job || undefined };
}

/**
 * A document that came in, with its event, its count, its signed header as evidence and perhaps a job, in one statement.
 * False, and nothing is written, for a repeat: the unique indexes on inbound messages know it by its AS4 id or by its
 * envelope's, and let one of two at once through.
 */
export async function createInbound(
  db: Db,
  message: NewInbound,
  soap: Uint8Array,
  job?: Job,
): Promise<boolean> {
  const { rows } = await sql`
    with created as (insert into messages ${valuesOf(message)} on conflict do nothing returning *),
    noted as (${insertEvents([eventOf(message)], sql`created`)}), counted as (${insertLedgerLine('DOCUMENT_RECEIVED', 'created')}),
    sought as (${insertTerms(message)}), tallied as (${countNew('created')}),
    proven as (
      insert into message_evidence (message_id, account_id, kind, content)
      select id, account_id, 'AS4_USER_MESSAGE', ${Buffer.from(soap)} from created
    )
    select ${adding(job)} as job from created`.execute(overAll(db, 'found'));
  return rows.length > 0;
}

const eventOf = (message: NewOutbound | NewInbound) => messageEvent({ ...UNSET, ...message });

/** What it is found by. */
const insertTerms = (message: NewMessage) =>
  sql`insert into message_search (message_id, account_id, created_at, terms)
    select id, account_id, created_at, array_to_tsvector(${termsOf(message)}::text[]) from created`;

const valuesOf = (message: NewMessage) =>
  sql`(${sql.join(Object.keys(message).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(message))})`;
