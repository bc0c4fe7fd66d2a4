import type { Logger } from 'pino';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { DocumentEventData, EventType, ParticipantEventData } from '../platform/events/event.ts';
import type { OnEvents } from '../platform/events/lasting-reader.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isTracing, traceFieldsOf } from '../platform/tracing/spans.ts';

interface TellDeps {
  log: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<Metrics, 'outbound' | 'participantMoves'>;
}

/** What the log calls the facts that matter; the others are steps between them. */
const FACTS: Partial<Record<EventType, string>> = {
  'document.queued_validation': 'document accepted',
  'document.valid': 'document judged valid',
  'document.validation_failed': 'document judged invalid',
  'document.send_retry': 'document is tried again',
  'document.as4_accepted': 'document sent',
  'document.send_failed': 'document failed',
  'document.discovery_failed': 'document failed',
  'document.received': 'document received',
  'document.acknowledged': 'document collected',
  'document.mls_received': 'status received',
};

const BAD = [
  'document.validation_failed',
  'document.send_failed',
  'document.discovery_failed',
  'participant.error',
];

/**
 * One line in the log for each fact, with whose it is, and the counts of them. Of events, so that no use case can forget
 * it, and in the order in which they happened; one node tells them all. Nothing of a document but its ids is told.
 */
export function tellEvents({ log, metrics }: TellDeps): OnEvents {
  return async (tx, events) => {
    const messages = await messagesOf(tx, events);
    for (const event of events) {
      const level = BAD.includes(event.type) ? 'warn' : 'info';
      const facts = {
        accountId: event.accountId,
        companyId: event.companyId,
        messageId: event.messageId,
        participantId: event.participantId,
        at: event.createdAt,
      };
      if (event.type.startsWith('participant.')) {
        const { status, address, statusReason } = event.body.data as unknown as ParticipantEventData;
        metrics.participantMoves.inc({ status });
        log[level]({ ...facts, address, status, reason: statusReason }, 'participant moved');
      } else if (FACTS[event.type]) {
        const message = event.messageId && messages.get(event.messageId);
        count(metrics, event, message);
        log[level]({ ...facts, ...saidOf(event, message) }, FACTS[event.type]);
      } else if (!event.type.startsWith('document.')) log[level](facts, event.type.replace('.', ' '));
    }
  };
}

interface Told {
  created_at: Date;
  next_attempt_at: Date | null;
  attempts: number;
  traceparent: string | null;
}

/** What events do not say: when a document came, when it is tried next, and in which trace it stands. */
async function messagesOf(tx: Tx, events: readonly LogEvent[]): Promise<Map<string, Told>> {
  const wanted = ['document.as4_accepted', 'document.send_retry'];
  const ids = events.flatMap(({ type, messageId }) =>
    messageId && (isTracing() || wanted.includes(type)) ? [messageId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await overAll(tx, 'job')
    .selectFrom('messages')
    .where('id', 'in', ids)
    .select(['id', 'created_at', 'next_attempt_at', 'attempts', 'traceparent'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function saidOf({ type, body }: LogEvent, message: Told | undefined | '') {
  const data = body.data as unknown as DocumentEventData;
  const { lastErrorCode: code, lastErrorMessage: reason, sender, receiver } = data;
  return {
    direction: data.direction,
    sender,
    receiver,
    type: data.type,
    ...(code ? { code, reason: reason?.slice(0, 300) } : {}),
    ...(type === 'document.send_retry' && message
      ? { attempts: message.attempts, nextTryAt: message.next_attempt_at }
      : {}),
    ...(message ? traceFieldsOf(message.traceparent) : {}),
  };
}

function count(
  metrics: TellDeps['metrics'],
  { type, createdAt, body }: LogEvent,
  message: Told | undefined | '',
): void {
  const { direction, lastErrorCode } = body.data as unknown as DocumentEventData;
  if (direction !== 'OUTBOUND') return;
  const outcome = type.slice('document.'.length);
  switch (type) {
    case 'document.as4_accepted':
      metrics.outbound.messages.inc({ outcome, code: '' });
      if (message)
        metrics.outbound.delivery.observe(
          Math.max(0, createdAt.getTime() - message.created_at.getTime()) / 1_000,
        );
      return;
    case 'document.validation_failed':
    case 'document.send_failed':
    case 'document.discovery_failed':
      metrics.outbound.messages.inc({ outcome, code: lastErrorCode ?? '' });
      return;
    case 'document.send_retry':
      metrics.outbound.retries.inc({ code: lastErrorCode ?? '' });
      return;
    default:
  }
}
