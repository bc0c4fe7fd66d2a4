import { type Selectable, sql } from 'kysely';
import type { UsageKind } from '../ledger/kind.ts';
import { insertLedgerLine } from '../ledger/record.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { DocumentEventData, DocumentEventType, PappelEvent } from '../platform/events/event.ts';
import { insertEvents } from '../platform/events/record.ts';
import { adding, type Job } from '../platform/jobs/enqueue.ts';
import type { HeldJob } from '../platform/jobs/hands.ts';
import { strikeOff } from '../platform/jobs/queue-table.ts';
import { type AttemptResult, insertAttempt } from './attempt.ts';
import { countMoved } from './count-deltas.ts';
import { type MessageErrorCode, type MessageStatus, mayFollow } from './message.ts';
import { type Verdict, verdictColumns } from './verdict.ts';

export type MessageRow = Selectable<Tables['messages']>;

export interface MessageMove {
  to: MessageStatus;
  verdict?: Verdict;
  error?: { code: MessageErrorCode; message: string } | null;
  attempts?: number;
  nextAttemptAt?: Date | null;
  receiverAccessPoint?: string;
  acknowledgedAt?: Date;
  /** That a Message Level Status was asked for; one that came already stays. */
  awaitsMls?: boolean;
}

export interface Evidence {
  kind: Tables['message_evidence']['kind'];
  content: Uint8Array;
}

/** What is written together with a move: all of it, or none, also not the move. */
export interface BesideMove {
  /** Adds the job that comes next. */
  job?: Job | undefined;
  /** Strikes off the job that this is the end of, where its maker does it. */
  ends?: HeldJob | undefined;
  /** How an attempt to deliver it ended. */
  attempt?: AttemptResult;
  /** What proves it: the receipt as it came, the envelope as it was sent. */
  evidence?: readonly Evidence[] | undefined;
}

/**
 * The only UPDATE of a message's status: checks the table of moves, records the events, counts what counts and writes what
 * belongs to it, all in one statement, so that they stand or fall together without a transaction around it. Several moves
 * at once are several events, and nobody sees the statuses between. Undefined when the message is no longer in the status,
 * with the reason, it was read in: somebody else was faster. What it answers has findings and MLS as they were before.
 */
export async function moveMessage(
  db: Db,
  message: MessageRow,
  moves: MessageMove | readonly [MessageMove, ...MessageMove[]],
  beside: BesideMove = {},
): Promise<MessageRow | undefined> {
  const steps = stepsOf(message, [moves].flat());
  const change = Object.assign({}, ...steps.map((step) => step.change)) as Change;
  const last = steps.at(-1)?.after ?? message;
  const counted = COUNTED[last.status];
  const { rows } = await sql`
    with moved as (
      update messages set ${assignments(change)} where id = ${message.id} and status = ${message.status}
        and last_error_code is not distinct from ${message.last_error_code} returning *
    ), tallied as (${countMoved('moved', message)}), noted as (${insertEvents(
      steps.map(({ event }) => event),
      sql`moved`,
    )})${counted ? sql`, counted as (${insertLedgerLine(counted, 'moved')})` : nothing}${attemptIn(beside.attempt)}${evidenceIn(beside.evidence)}${endIn(beside.ends)}
    select ${adding(beside.job)} as job from moved`.execute(overAll(db, 'found'));
  if (rows.length === 0) return undefined;
  if (beside.ends) beside.ends.isStruckOff = true;
  return last;
}

type Change = Record<string, unknown>;

/** Each move held against the table, with what it changes, how the message stands after it, and its event. */
function stepsOf(message: MessageRow, moves: readonly MessageMove[]) {
  let before = message;
  return moves.map((move) => {
    if (!mayFollow(before.status, move.to))
      throw new Error(`A message that is ${before.status} cannot become ${move.to}`);
    const now = new Date();
    const change: Change = { status: move.to, status_changed_at: now, updated_at: now, ...columns(move) };
    const { validation_errors, mls } = before;
    const after = { ...before, ...change, validation_errors, mls };
    before = after;
    return { change, after, event: messageEvent(after, eventType(move)) };
  });
}

const assignments = (change: Change) =>
  sql.join(Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));

const nothing = sql``;

const attemptIn = (attempt: AttemptResult | undefined) =>
  attempt ? sql`, tried as (${insertAttempt(attempt, sql`moved`)})` : nothing;

const endIn = (held: HeldJob | undefined) =>
  held ? sql`, struck_off as (${strikeOff(held)} and exists (select from moved))` : nothing;

const evidenceIn = (evidence: readonly Evidence[] = []) =>
  evidence.length > 0
    ? sql`, kept as (
  insert into message_evidence (message_id, account_id, kind, content)
  select moved.id, moved.account_id, told.kind, told.content
  from moved, (values ${sql.join(evidence.map(({ kind, content }) => sql`(${kind}, ${Buffer.from(content)}::bytea)`))}) as told (kind, content)
)`
    : nothing;

/** Moves that usage and reports count. [USG-1] */
const COUNTED: Partial<Record<MessageStatus, UsageKind>> = {
  AS4_ACCEPTED: 'DOCUMENT_SENT',
  VALIDATION_FAILED: 'DOCUMENT_REJECTED',
};

function columns(move: MessageMove) {
  const { verdict, error } = move;
  return {
    ...(verdict && verdictColumns(verdict)),
    ...(error === undefined
      ? {}
      : { last_error_code: error?.code ?? null, last_error_message: error?.message ?? null }),
    ...(move.attempts === undefined ? {} : { attempts: move.attempts }),
    ...(move.nextAttemptAt === undefined ? {} : { next_attempt_at: move.nextAttemptAt }),
    ...(move.receiverAccessPoint === undefined ? {} : { receiver_access_point: move.receiverAccessPoint }),
    ...(move.acknowledgedAt === undefined ? {} : { acknowledged_at: move.acknowledgedAt }),
    ...(move.awaitsMls ? { mls: sql<string>`coalesce(mls, '{"status":"PENDING"}')` } : {}),
  };
}

/** The event of each status; VALID is a verdict of its own. [EVT-8] */
const EVENT_OF: Record<MessageStatus, DocumentEventType> = {
  QUEUED_VALIDATION: 'document.queued_validation',
  VALIDATION_FAILED: 'document.validation_failed',
  QUEUED: 'document.queued',
  SENDING: 'document.sending',
  SEND_RETRY: 'document.send_retry',
  AS4_ACCEPTED: 'document.as4_accepted',
  SEND_FAILED: 'document.send_failed',
  DISCOVERY_FAILED: 'document.discovery_failed',
  CUSTOMER_DELIVERY_QUEUED: 'document.received',
  ACKNOWLEDGED: 'document.acknowledged',
};

const eventType = (move: MessageMove): DocumentEventType =>
  move.to === 'QUEUED' && move.verdict ? 'document.valid' : EVENT_OF[move.to];

/** What events say of a message. */
export type ToldMessage = Pick<
  MessageRow,
  | 'account_id'
  | 'company_id'
  | 'id'
  | 'participant_id'
  | 'direction'
  | 'status'
  | 'verdict'
  | 'sender'
  | 'receiver'
  | 'type'
  | 'external_reference'
  | 'document_number'
  | 'last_error_code'
  | 'last_error_message'
  | 'validation_errors_total'
  | 'validation_warnings'
>;

/** That a message has come to the status it is in. */
export function messageEvent(
  message: ToldMessage,
  type = EVENT_OF[message.status],
  more: Partial<DocumentEventData> = {},
): PappelEvent {
  const {
    account_id: accountId,
    company_id: companyId,
    id: messageId,
    participant_id: participantId,
  } = message;
  const data = { ...messageEventData(message), ...more };
  return { accountId, companyId, messageId, participantId, type, data };
}

function messageEventData(message: ToldMessage): DocumentEventData {
  return {
    messageId: message.id,
    direction: message.direction,
    status: message.status,
    verdict: message.verdict,
    sender: message.sender,
    receiver: message.receiver,
    type: message.type ?? undefined,
    externalReference: message.external_reference ?? undefined,
    documentNumber: clip(message.document_number),
    lastErrorCode: message.last_error_code ?? undefined,
    lastErrorMessage: clip(message.last_error_message),
    validationErrorCount: message.validation_errors_total - message.validation_warnings || undefined,
  };
}

/** An event stays small, whatever others wrote; a GET answers the whole. [EVT-4] */
const TEXT_KEPT = 1_000;
const clip = (text: string | null): string | undefined => text?.slice(0, TEXT_KEPT);
