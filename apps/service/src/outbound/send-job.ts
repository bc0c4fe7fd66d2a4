import { type SendContext, sendUserMessage } from '@pappel/as4/send';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { writeSbd } from '@pappel/sbdh/write';
import type { SmpContext } from '@pappel/smp/context';
import { discover, type FoundEndpoint } from '@pappel/smp/discover';
import { type MessageRow, moveMessage } from '../messages/transition.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { countFailure, countSuccess, openUntil } from './circuit-breaker.ts';
import {
  type SettleContext,
  type Settlement,
  settleDiscovery,
  settleOpenCircuit,
  settleSend,
} from './settle.ts';

export interface SendDeps {
  db: Db;
  payloads: PayloadStore;
  smp: SmpContext;
  as4: SendContext;
  retrySchedule: readonly number[];
}

interface Delivery {
  settlement: Settlement;
  endpoint?: FoundEndpoint;
  receipt?: Uint8Array;
}

/**
 * 1 begin an attempt: SENDING  2 discover C3  3 ask the circuit breaker  4 wrap in SBDH  5 send by AS4  6 settle.
 * No transaction is open in 2 to 5. If the process dies there, the job comes again, finds the message in SENDING and
 * sends it once more under the same ids, by which C3 can tell a repeat.
 */
export async function sendMessage(deps: SendDeps, { messageId }: { messageId: string }): Promise<void> {
  const message = await beginAttempt(deps.db, messageId);
  if (!message) return;
  await settle(deps, message, await deliver(deps, message));
}

async function beginAttempt(db: Db, messageId: string): Promise<MessageRow | undefined> {
  return transaction(db, async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .where('id', '=', messageId as never)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    const message = row as MessageRow | undefined;
    if (message?.status !== 'QUEUED' && message?.status !== 'SEND_RETRY' && message?.status !== 'SENDING')
      return undefined;
    if (message.status === 'SENDING') {
      await tx
        .updateTable('message_attempts')
        .set({ finished_at: new Date(), outcome: 'INTERRUPTED' })
        .where('message_id', '=', message.id)
        .where('finished_at', 'is', null)
        .execute();
    }
    const { next } = await tx
      .selectFrom('message_attempts')
      .where('message_id', '=', message.id)
      .select((eb) => eb(eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)), '+', 1).as('next'))
      .executeTakeFirstOrThrow();
    await tx.insertInto('message_attempts').values({ message_id: message.id, number: next }).execute();
    if (message.status === 'SENDING') return message;
    return moveMessage(tx, message, { to: 'SENDING', attempts: message.attempts + 1, nextAttemptAt: null });
  });
}

async function deliver(deps: SendDeps, message: MessageRow): Promise<Delivery> {
  const context: SettleContext = {
    attempt: message.attempts,
    schedule: deps.retrySchedule,
    random: Math.random(),
  };
  const documentTypeId = message.document_type_id as DocumentTypeId;
  const processId = message.process_id as ProcessId;
  const [sender, receiver] = [message.sender as ParticipantId, message.receiver as ParticipantId];
  const found = await discover(deps.smp, { participant: receiver, documentTypeId, processId });
  if (found.kind !== 'found') return { settlement: settleDiscovery(found, context) };
  const { endpoint } = found;
  const until = await openUntil(deps.db, endpoint.url);
  if (until) return { settlement: settleOpenCircuit(until, new Date(), context), endpoint };
  const payload = await deps.payloads.get(message.payload_key);
  if (!payload) throw new Error(`The payload ${message.payload_key} of message ${message.id} is missing`);
  const envelope = writeSbd(
    {
      sender,
      receiver,
      documentTypeId,
      processId,
      instanceIdentifier: message.sbdh_instance_id,
      creationDateTime: message.envelope_created_at,
      countryC1: message.country_c1 ?? '',
    },
    payload,
  );
  const outcome = await sendUserMessage(deps.as4, {
    endpointUrl: endpoint.url,
    receiverCertificate: endpoint.certificate,
    messageId: message.as4_message_id,
    conversationId: message.conversation_id,
    timestamp: message.envelope_created_at,
    documentTypeId,
    processId,
    originalSender: sender,
    finalRecipient: receiver,
    payload: envelope,
  });
  const settlement = settleSend(outcome, context);
  if (settlement.to === 'AS4_ACCEPTED') await countSuccess(deps.db, endpoint.url);
  else if (outcome.kind !== 'ebms-error') await countFailure(deps.db, endpoint.url);
  return { settlement, endpoint, receipt: outcome.kind === 'receipt' ? outcome.raw : undefined };
}

/** Attempt, evidence, status, event and the next job: all of them, or none. */
async function settle(deps: SendDeps, message: MessageRow, delivery: Delivery): Promise<void> {
  const { settlement, endpoint, receipt } = delivery;
  const failure = 'code' in settlement ? settlement : undefined;
  const nextAttemptAt =
    settlement.to === 'SEND_RETRY' ? new Date(Date.now() + settlement.delaySeconds * 1000) : null;
  const content = receipt && Buffer.from(receipt);
  await transaction(deps.db, async (tx) => {
    const moved = await moveMessage(tx, message, {
      to: settlement.to,
      error: failure ? { code: failure.code, message: failure.message } : null,
      receiverAccessPoint: endpoint?.certificate.seatId,
      nextAttemptAt,
      ...('uncounted' in settlement ? { attempts: message.attempts - 1 } : {}),
    });
    if (!moved) return;
    await finishAttempt(tx, message, delivery);
    if (content)
      await tx
        .insertInto('message_evidence')
        .values({ message_id: message.id, kind: 'AS4_RECEIPT', content })
        .execute();
    if (nextAttemptAt)
      await enqueue(tx, 'outbound.send', { messageId: message.id }, { runAt: nextAttemptAt });
  });
}

async function finishAttempt(tx: Tx, message: MessageRow, { settlement, endpoint }: Delivery): Promise<void> {
  const failure = 'code' in settlement ? settlement : undefined;
  await tx
    .updateTable('message_attempts')
    .set({
      finished_at: new Date(),
      outcome: settlement.to,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
      endpoint_url: endpoint?.url ?? null,
      access_point: endpoint?.certificate.seatId ?? null,
      receipt_id: settlement.to === 'AS4_ACCEPTED' ? settlement.receiptId : null,
    })
    .where('message_id', '=', message.id)
    .where('finished_at', 'is', null)
    .execute();
}
