import type { Selectable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { DocumentEventType } from '../platform/events/event.ts';
import { recordEvent } from '../platform/events/record.ts';
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
}

/**
 * The only UPDATE of a message's status: checks the table of moves and records the event in the caller's transaction.
 * Undefined when the message is no longer in the status it was read in: somebody else was faster.
 */
export async function moveMessage(
  tx: Tx,
  message: MessageRow,
  move: MessageMove,
): Promise<MessageRow | undefined> {
  if (!mayFollow(message.status, move.to))
    throw new Error(`A message that is ${message.status} cannot become ${move.to}`);
  const now = new Date();
  const moved = await tx
    .updateTable('messages')
    .set({ status: move.to, status_changed_at: now, updated_at: now, ...columns(move) })
    .where('id', '=', message.id)
    .where('status', '=', message.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) return undefined;
  await recordMessageEvent(tx, moved as MessageRow, eventType(move));
  return moved as MessageRow;
}

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
  };
}

function eventType(move: MessageMove): DocumentEventType {
  if (move.to === 'QUEUED' && move.verdict) return 'document.valid';
  return `document.${move.to.toLowerCase()}` as DocumentEventType;
}

/** Also for a message in its first status. */
export async function recordMessageEvent(
  tx: Tx,
  message: MessageRow,
  type: DocumentEventType,
): Promise<void> {
  await recordEvent(tx, {
    accountId: message.account_id,
    companyId: message.company_id,
    type,
    data: {
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
    },
  });
}
