import type { Readable } from 'node:stream';
import { type SqlBool, sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import type { Db } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import type { Asking } from '../platform/db/in-reach.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { jobOf } from '../platform/jobs/enqueue.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { type AttemptView, attemptView } from './attempt.ts';
import { statusJobKey } from './mls.ts';
import { type MessageRow, moveMessage } from './transition.ts';
import { type MessageView, messageView } from './view.ts';

/** One message in reach, or NOT_FOUND. */
export async function messageOf(db: Db, asking: Asking, id: string): Promise<MessageRow> {
  return inReach(db, asking, 'messages', id);
}

export async function readMessage(deps: { db: Db }, principal: Principal, id: string): Promise<MessageView> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}', message.direction);
  return messageView(message);
}

export interface Payload {
  stream: Readable;
  bytes: number;
  sha256: string;
  fileName: string;
}

/** What its ETag is made of. */
export async function payloadHash(deps: { db: Db }, principal: Principal, id: string): Promise<string> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}/payload', message.direction);
  return message.sha256;
}

/** The document's XML. */
export async function readPayload(
  deps: { db: Db; payloads: PayloadStore },
  principal: Principal,
  id: string,
): Promise<Payload> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}/payload', message.direction);
  const found = await deps.payloads.stream(message.payload_key);
  if (!found)
    throw new AppError('NOT_FOUND', { message: 'The document is not kept any more. Ask the sender for it.' });
  return { ...found, sha256: message.sha256, fileName: `${message.id}.xml` };
}

/** Takes an inbound document off the waiting list; repeating it is harmless. [MSG-31] */
export async function acknowledge(deps: { db: Db }, principal: Asking, id: string): Promise<MessageView> {
  const message = await messageOf(deps.db, principal, id);
  if (message.direction !== 'INBOUND') {
    throw new AppError('INVALID_STATE', {
      message: 'Only an inbound document can be acknowledged. This one is outbound.',
    });
  }
  if (message.status === 'CUSTOMER_DELIVERY_QUEUED') {
    const move = { to: 'ACKNOWLEDGED' as const, acknowledgedAt: new Date() };
    await moveMessage(deps.db, message, move, { job: answerNow(message.id) });
  }
  return messageView(await messageOf(deps.db, principal, id));
}

/** Who asked what became of this document need not wait any longer: it was collected. */
const answerNow = (messageId: MessageRow['id']) =>
  jobOf(
    'inbound.mls',
    { messageId },
    {
      key: statusJobKey(messageId),
      given: sql<SqlBool>`exists (
        select from mls_due where message_id = ${messageId} and provider_message_id is null)`,
    },
  );

export interface Timeline {
  events: { type: string; status: string; at: string }[];
  attempts: AttemptView[];
}

/** Everything that happened to a message, and every attempt to deliver it with its times and reason. */
export async function timelineOf(deps: { db: Db }, principal: Principal, id: string): Promise<Timeline> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}/timeline', message.direction);
  const events = await scoped(deps.db, principal)
    .selectFrom('recorded_events')
    .where('message_id', '=', message.id)
    .select(['type', 'data', 'created_at'])
    .orderBy('seq')
    .orderBy('number')
    .execute();
  const attempts = await scoped(deps.db, principal)
    .selectFrom('message_attempts')
    .where('message_id', '=', message.id)
    .selectAll()
    .orderBy('number')
    .execute();
  return {
    events: events.map((event) => ({
      type: event.type,
      status: String(event.data['status']),
      at: event.created_at.toISOString(),
    })),
    attempts: attempts.map(attemptView),
  };
}
