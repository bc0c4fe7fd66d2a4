import { mayBeAnswered } from '@pappel/mls/status';
import type { Logger } from 'pino';
import { noteAttempt } from '../messages/attempt.ts';
import { attributesOf } from '../messages/span-attributes.ts';
import { type MessageRow, moveMessage } from '../messages/transition.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { jobOf } from '../platform/jobs/enqueue.ts';
import type { HeldJob } from '../platform/jobs/hands.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import { noteInSpan } from '../platform/tracing/spans.ts';
import type { Provider } from '../provider/provider.ts';
import { type Consignment, type DeliverDeps, type Delivery, deliver, timed } from './deliver.ts';
import { InHand } from './in-hand.ts';
import type { SendingRoom } from './sending-room.ts';
import { nextTry } from './settle.ts';
import { DAMAGED, payloadOf, type VerdictDeps, verdictOn } from './validate.ts';

export interface SendDeps extends DeliverDeps, VerdictDeps {
  retrySchedule: readonly number[];
  sendingRoom: SendingRoom;
  provider: Provider;
  log: Pick<Logger, 'error'>;
}

/** So soon a document that found no room on its way is looked at again. */
const ROOM_AGAIN_SECONDS = 5;

/**
 * 0 find room  1 validate, unless that was done, and begin an attempt: SENDING  2 deliver  3 settle
 *
 * No transaction is open in 2. If the process dies there, the job comes again, finds the message in SENDING and sends it once
 * more under the same ids, by which C3 can tell a repeat. Nothing is read where it is still in hand. What holds at each
 * other line says docs/journey-outbound.md.
 */
export async function sendMessage(
  deps: SendDeps,
  { messageId }: { messageId: MessageId },
  held?: HeldJob,
): Promise<void> {
  const inHand = held?.brings instanceof InHand ? held.brings : undefined;
  const found = inHand?.message ?? (await messageOf(deps.db, messageId));
  if (!found) return;
  const { account_id: account, bytes } = found;
  noteInSpan(attributesOf(found));
  using place = deps.sendingRoom.enter({ id: messageId, account, bytes });
  if (!place) throw new NotYet('documents under way leave no room for this one', ROOM_AGAIN_SECONDS);
  const work: Work = { ends: held, payload: inHand?.payload };
  const message = await beginAttempt(deps, found, work);
  if (!message) return;
  const startedAt = new Date();
  const attempt = { attempt: message.attempts, schedule: deps.retrySchedule };
  const delivery = await deliver(deps, consignmentOf(deps, message, work), attempt);
  await timed(deps, 'settle', () => settle(deps, message, { startedAt, delivery, ends: held }));
}

/** The job that this is the end of, where it is held, and the document, where it is in hand. */
interface Work {
  ends: HeldJob | undefined;
  payload: Uint8Array | undefined;
}

const messageOf = (db: Db, id: MessageId): Promise<MessageRow | undefined> =>
  overAll(db, 'job').selectFrom('messages').where('id', '=', id).selectAll().executeTakeFirst();

async function beginAttempt(
  deps: SendDeps,
  message: MessageRow,
  { ends, payload }: Work,
): Promise<MessageRow | undefined> {
  const { db } = deps;
  const sending = { to: 'SENDING' as const, attempts: message.attempts + 1, nextAttemptAt: null };
  switch (message.status) {
    case 'QUEUED_VALIDATION': {
      const verdict = await timed(deps, 'validate', () => verdictOn(deps, message, payload));
      if (!verdict) {
        tellOfDamage(deps, message);
        const move = { to: 'SEND_FAILED' as const, error: DAMAGED };
        return moveMessage(db, message, move, { ends }).then(() => undefined);
      }
      return verdict.valid
        ? moveMessage(db, message, [{ to: 'QUEUED', verdict }, sending])
        : moveMessage(db, message, { to: 'VALIDATION_FAILED', verdict }, { ends }).then(() => undefined);
    }
    case 'SENDING':
      await noteAttempt(db, message.id, { started_at: message.status_changed_at, outcome: 'INTERRUPTED' });
      return message;
    case 'QUEUED':
    case 'SEND_RETRY':
      return moveMessage(db, message, sending);
    default:
      return undefined;
  }
}

/** The document as it was submitted, with the ids that it was given then. */
function consignmentOf(deps: SendDeps, message: MessageRow, { payload: inHand }: Work): Consignment {
  return {
    sender: message.sender,
    receiver: message.receiver,
    documentTypeId: message.document_type_id,
    processId: message.process_id,
    countryC1: message.country_c1 ?? '',
    status: statusWanted(message, deps.provider),
    instanceIdentifier: message.sbdh_instance_id,
    messageId: message.as4_message_id,
    conversationId: message.conversation_id,
    createdAt: message.envelope_created_at,
    document: async () => {
      const payload = inHand ?? (await payloadOf(deps.payloads, message));
      if (!payload) tellOfDamage(deps, message);
      return payload;
    },
  };
}

function tellOfDamage({ log, metrics }: SendDeps, message: MessageRow): void {
  metrics.damagedPayloads.inc();
  const { id: messageId, payload_key: payloadKey, sha256 } = message;
  log.error({ messageId, payloadKey, sha256 }, 'a payload is missing or is not what was submitted');
}

/** Where C3 shall send its Message Level Status, and when; a message of that kind has none itself [MLS 4]. */
const statusWanted = (message: MessageRow, { spid, mlsType }: Provider) =>
  mayBeAnswered(message.document_type_id) ? { mlsTo: spid, mlsType } : undefined;

/** Status, event, next job, attempt and evidence: one statement. */
async function settle(
  deps: SendDeps,
  message: MessageRow,
  { startedAt, delivery, ends }: { startedAt: Date; delivery: Delivery; ends: HeldJob | undefined },
): Promise<void> {
  const { settlement, endpoint, evidence } = delivery;
  const failure = 'code' in settlement ? settlement : undefined;
  const nextAttemptAt =
    settlement.to === 'SEND_RETRY' ? new Date(Date.now() + settlement.delaySeconds * 1000) : undefined;
  const when = nextAttemptAt ? nextTry(nextAttemptAt) : '';
  const move = {
    to: settlement.to,
    error: failure ? { code: failure.code, message: failure.message + when } : null,
    receiverAccessPoint: endpoint?.certificate.seatId,
    nextAttemptAt: nextAttemptAt ?? null,
    awaitsMls:
      settlement.to === 'AS4_ACCEPTED' && statusWanted(message, deps.provider)?.mlsType === 'ALWAYS_SEND',
    ...('uncounted' in settlement ? { attempts: message.attempts - 1 } : {}),
  };
  const job = nextAttemptAt && jobOf('outbound.send', { messageId: message.id }, { runAt: nextAttemptAt });
  const attempt = {
    started_at: startedAt,
    outcome: settlement.to,
    error_code: failure?.code ?? null,
    error_message: failure?.message ?? null,
    endpoint_url: endpoint?.url ?? null,
    access_point: endpoint?.certificate.seatId ?? null,
    receipt_id: settlement.to === 'AS4_ACCEPTED' ? settlement.receiptId : null,
    discovery_ms: whole(delivery.discoveryMs),
    connect_ms: whole(delivery.phases?.connectMs),
    answer_ms: whole(delivery.phases?.answerMs),
  };
  await moveMessage(deps.db, message, move, { job, attempt, evidence, ends });
}

const whole = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms));
