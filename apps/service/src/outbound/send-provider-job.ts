import { type SendContext, sendUserMessage } from '@pappel/as4/send';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { writeSbd } from '@pappel/sbdh/write';
import type { Discovery, FoundEndpoint } from '@pappel/smp/discover';
import type { DiscoveryCache } from '@pappel/smp/discovery-cache';
import type { Selectable } from 'kysely';
import { recordExchange } from '../ledger/record.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { ProviderMessageId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Metrics } from '../platform/metrics.ts';
import { circuitOf, countFailure, countSuccess } from './circuit-breaker.ts';
import { type Settlement, settleDiscovery, settleOpenCircuit, settleSend } from './settle.ts';

export interface SendProviderDeps {
  db: Db;
  discoveries: DiscoveryCache;
  as4: SendContext;
  metrics: Metrics;
}

type ProviderMessage = Selectable<Tables['provider_messages']>;

interface Delivery {
  settlement: Settlement;
  endpoint?: FoundEndpoint;
  receipt?: Uint8Array;
}

/**
 * Seconds after each attempt: soon at first, as a status has 20 minutes, then every hour for five days. Nobody is given
 * up at once [PNP MLS-4].
 */
const SCHEDULE: readonly number[] = [
  ...[5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560],
  ...Array.from({ length: 120 }, () => 3_600),
];

/**
 * Sends a document of our own: 1 discover  2 wrap  3 send by AS4  4 settle. If the process dies on the way, the job comes
 * again and sends once more under the same ids.
 */
export async function sendProviderMessage(
  deps: SendProviderDeps,
  { providerMessageId }: { providerMessageId: ProviderMessageId },
): Promise<void> {
  const message = await deps.db
    .selectFrom('provider_messages')
    .where('id', '=', providerMessageId)
    .where('status', '=', 'QUEUED')
    .selectAll()
    .executeTakeFirst();
  if (message) await settle(deps, message, await deliver(deps, message));
}

/** To the first of its receivers that the network knows. Only that they are all unknown is a failure, and not for good. */
async function deliver(deps: SendProviderDeps, message: ProviderMessage): Promise<Delivery> {
  let failed: Delivery | undefined;
  for (const receiver of message.receivers) {
    const delivery = await deliverTo(deps, message, receiver as ParticipantId);
    if (delivery.settlement.to !== 'DISCOVERY_FAILED') return delivery;
    failed = delivery;
  }
  return failed as Delivery;
}

async function deliverTo(
  deps: SendProviderDeps,
  message: ProviderMessage,
  receiver: ParticipantId,
): Promise<Delivery> {
  const documentTypeId = message.document_type_id as DocumentTypeId;
  const processId = message.process_id as ProcessId;
  const wanted = { participant: receiver, documentTypeId, processId };
  const { discovery } = await deps.discoveries.find(wanted);
  const delivery = await deliverAt(deps, message, receiver, discovery);
  // The next attempt shall not rely on what was remembered: the receiver may have moved.
  if (delivery.settlement.to !== 'AS4_ACCEPTED') deps.discoveries.forget(wanted);
  return delivery;
}

async function deliverAt(
  deps: SendProviderDeps,
  message: ProviderMessage,
  receiver: ParticipantId,
  discovery: Discovery,
): Promise<Delivery> {
  const context = { attempt: message.attempts + 1, schedule: SCHEDULE, random: Math.random() };
  if (discovery.kind !== 'found') return { settlement: settleDiscovery(discovery, context) };
  const { endpoint } = discovery;
  const circuit = await circuitOf(deps.db, endpoint.url);
  if (circuit.openUntil)
    return { settlement: settleOpenCircuit(circuit.openUntil, new Date(), context), endpoint };
  const outcome = await sendUserMessage(deps.as4, outgoing(message, receiver, endpoint));
  const settlement = settleSend(outcome, context);
  if (settlement.to === 'AS4_ACCEPTED') await countSuccess(deps.db, endpoint.url, circuit);
  else if (outcome.kind !== 'ebms-error') await countFailure(deps.db, endpoint.url);
  return { settlement, endpoint, receipt: outcome.kind === 'receipt' ? outcome.raw : undefined };
}

function outgoing(message: ProviderMessage, receiver: ParticipantId, endpoint: FoundEndpoint) {
  const kind = {
    documentTypeId: message.document_type_id as DocumentTypeId,
    processId: message.process_id as ProcessId,
  };
  const sender = message.sender as ParticipantId;
  const header = {
    sender,
    receiver,
    ...kind,
    instanceIdentifier: message.sbdh_instance_id,
    creationDateTime: message.envelope_created_at,
    countryC1: message.country_c1,
  };
  return {
    endpointUrl: endpoint.url,
    receiverCertificate: endpoint.certificate,
    messageId: message.as4_message_id,
    conversationId: message.conversation_id,
    timestamp: message.envelope_created_at,
    ...kind,
    originalSender: sender,
    finalRecipient: receiver,
    payload: writeSbd(header, message.document),
  };
}

/** What is not there yet may come: of what a customer's message fails on at once, only a plain refusal ends this one. */
function nextAttempt(message: ProviderMessage, settlement: Settlement): Date | undefined {
  if (settlement.to === 'SEND_RETRY') return new Date(Date.now() + settlement.delaySeconds * 1000);
  const isMissing =
    settlement.to === 'DISCOVERY_FAILED' || ('code' in settlement && settlement.code !== 'AS4_ERROR');
  const delay = isMissing ? SCHEDULE[message.attempts] : undefined;
  return delay === undefined ? undefined : new Date(Date.now() + delay * 1000);
}

/** State, next job, line of the ledger and Receipt: all of them, or none. */
async function settle(deps: SendProviderDeps, message: ProviderMessage, delivery: Delivery): Promise<void> {
  const { settlement, endpoint } = delivery;
  const isAccepted = settlement.to === 'AS4_ACCEPTED';
  const next = isAccepted ? undefined : nextAttempt(message, settlement);
  const acceptedAt = isAccepted ? new Date() : undefined;
  const isMine = await transaction(deps.db, async (tx) => {
    const done = await tx
      .updateTable('provider_messages')
      .set(stateAfter(message, delivery, next, acceptedAt))
      .where('id', '=', message.id)
      .where('status', '=', 'QUEUED')
      .returning('id')
      .executeTakeFirst();
    if (!done) return false;
    if (isAccepted) await count(tx, message, endpoint);
    const again = { providerMessageId: message.id };
    if (next) await enqueue(tx, 'outbound.send-provider-message', again, { runAt: next });
    return true;
  });
  if (isMine && acceptedAt && message.kind === 'MLS') await measure(deps, message, acceptedAt);
}

function stateAfter(message: ProviderMessage, delivery: Delivery, next: Date | undefined, acceptedAt?: Date) {
  const { settlement, endpoint, receipt } = delivery;
  const failure = 'code' in settlement ? settlement : undefined;
  const unfinished = next ? ('QUEUED' as const) : ('SEND_FAILED' as const);
  return {
    status: acceptedAt ? ('AS4_ACCEPTED' as const) : unfinished,
    attempts: 'uncounted' in settlement ? message.attempts : message.attempts + 1,
    next_attempt_at: next ?? null,
    last_error_code: failure?.code ?? null,
    last_error_message: failure?.message ?? null,
    receiver_access_point: endpoint?.certificate.seatId ?? null,
    accepted_at: acceptedAt ?? null,
    receipt: receipt ? Buffer.from(receipt) : null,
  };
}

/** Reports are the one kind of exchange that is not reported [TSR 1.0, EUSR 1.1]. */
async function count(tx: Tx, message: ProviderMessage, endpoint: FoundEndpoint | undefined): Promise<void> {
  if (message.kind !== 'MLS') return;
  await recordExchange(tx, {
    kind: 'STATUS_SENT',
    exchangedAt: message.envelope_created_at,
    otherSeat: endpoint?.certificate.seatId ?? '',
    documentTypeId: message.document_type_id,
    processId: message.process_id,
    countryC1: message.country_c1,
    countryC4: null,
  });
}

async function measure({ db, metrics }: SendProviderDeps, message: ProviderMessage, at: Date): Promise<void> {
  const answered = await overAll(db, 'job')
    .selectFrom('mls_due')
    .innerJoin('messages', 'messages.id', 'mls_due.message_id')
    .where('mls_due.provider_message_id', '=', message.id)
    .select(['mls_due.code', 'messages.as4_timestamp'])
    .executeTakeFirst();
  if (!answered?.as4_timestamp) return;
  const seconds = (at.getTime() - answered.as4_timestamp.getTime()) / 1000;
  metrics.mls.sent.observe({ code: answered.code ?? '' }, Math.max(0, seconds));
}
