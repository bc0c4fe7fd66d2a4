import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { DocumentEventData, DocumentEventType } from '../platform/events/event.ts';
import { eventColumns } from '../platform/events/record.ts';
import { LEDGER_COLUMNS, ledgerLine } from '../platform/ledger.ts';
import type { UsageKind } from '../platform/ledger-kind.ts';
import { type MessageErrorCode, type MessageStatus, mayFollow } from './message.ts';
import { type Verdict, verdictColumns } from './verdict.ts';

export type MessageRow = Selectable<Tables['messages']> & { status: MessageStatus };

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

/**
 * The only UPDATE of a message's status: checks the table of moves, records the event, counts what counts and adds the job
 * that comes next, all in one statement, so that they stand or fall together also without a transaction around it.
 * Undefined when the message is no longer in the status it was read in: somebody else was faster.
 */
export async function moveMessage(
  db: Db,
  message: MessageRow,
  move: MessageMove,
  job?: RawBuilder<unknown>,
): Promise<MessageRow | undefined> {
  if (!mayFollow(message.status, move.to))
    throw new Error(`A message that is ${message.status} cannot become ${move.to}`);
  const now = new Date();
  const change = { status: move.to, status_changed_at: now, updated_at: now, ...columns(move) };
  const data = messageEventData({ ...message, ...change } as MessageRow);
  const moved = await db
    .with('moved', (cte) =>
      cte
        .updateTable('messages')
        .set(change)
        .where('id', '=', message.id)
        .where('status', '=', message.status)
        .returningAll(),
    )
    .with('noted', (cte) =>
      cte
        .insertInto('events')
        .columns(['account_id', 'company_id', 'type', 'data'])
        .expression(
          cte
            .selectFrom('moved')
            .select(['account_id', 'company_id', ...eventColumns(eventType(move), data)]),
        ),
    )
    .with('counted', (cte) =>
      cte
        .insertInto('ledger')
        .columns(LEDGER_COLUMNS)
        .expression(
          cte
            .selectFrom('moved')
            .where(sql.lit(move.to in COUNTED))
            .select(ledgerLine(COUNTED[move.to] ?? 'DOCUMENT_SENT', 'moved')),
        ),
    )
    .selectFrom('moved')
    .selectAll('moved')
    .select((job ?? sql`null`).as('job'))
    .executeTakeFirst();
  return moved as MessageRow | undefined;
}

/** Moves that usage and reports count. [contract L147] */
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

function eventType(move: MessageMove): DocumentEventType {
  if (move.to === 'QUEUED' && move.verdict) return 'document.valid';
  return `document.${move.to.toLowerCase()}` as DocumentEventType;
}

/** What an event says of a message. */
export function messageEventData(message: MessageRow): DocumentEventData {
  return {
    messageId: message.id,
    direction: message.direction,
    status: message.status,
    verdict: message.verdict,
    sender: message.sender,
    receiver: message.receiver,
    type: message.type ?? undefined,
    externalReference: message.external_reference ?? undefined,
    documentNumber: message.document_number ?? undefined,
    lastErrorCode: message.last_error_code ?? undefined,
    lastErrorMessage: message.last_error_message ?? undefined,
    validationErrorCount: message.validation_errors_total || undefined,
  };
}
