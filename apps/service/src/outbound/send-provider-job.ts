import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { FoundEndpoint } from '@pappel/smp/discover';
import type { Selectable } from 'kysely';
import { recordExchange } from '../ledger/record.ts';
import { type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { ProviderMessageId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { type Consignment, type DeliverDeps, type Delivery, deliver } from './deliver.ts';
import type { Settlement } from './settle.ts';

type ProviderMessage = Selectable<Tables['provider_messages']>;

/**
 * Seconds after each attempt: soon at first, as a status has 20 minutes, then every hour for five days. Nobody is given
 * up at once [PNP MLS-4].
 */
const SCHEDULE: readonly number[] = [
  ...[5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560],
  ...Array.from({ length: 120 }, () => 3_600),
];

/**
 * Sends a document of our own: 1 deliver  2 settle. If the process dies on the way, the job comes
 * again and sends once more under the same ids.
 */
export async function sendProviderMessage(
  deps: DeliverDeps,
  { providerMessageId }: { providerMessageId: ProviderMessageId },
): Promise<void> {
  const message = await deps.db
    .selectFrom('provider_messages')
    .where('id', '=', providerMessageId)
    .where('status', '=', 'QUEUED')
    .selectAll()
    .executeTakeFirst();
  if (message) await settle(deps, message, await deliverToFirst(deps, message));
}

/** To the first of its receivers that the network knows. Only that they are all unknown is a failure, and not for good. */
async function deliverToFirst(deps: DeliverDeps, message: ProviderMessage): Promise<Delivery> {
  const attempt = { attempt: message.attempts + 1, schedule: SCHEDULE };
  let failed: Delivery | undefined;
  for (const receiver of message.receivers) {
    const consignment = consignmentOf(message, receiver);
    const delivery = await deliver(deps, consignment, attempt);
    if (delivery.settlement.to !== 'DISCOVERY_FAILED') return delivery;
    failed = delivery;
  }
  return failed as Delivery;
}

/** A message of our own has no status itself [MLS 4]. */
const consignmentOf = (message: ProviderMessage, receiver: ParticipantId): Consignment => ({
  sender: message.sender,
  receiver,
  documentTypeId: message.document_type_id,
  processId: message.process_id,
  countryC1: message.country_c1,
  status: undefined,
  instanceIdentifier: message.sbdh_instance_id,
  messageId: message.as4_message_id,
  conversationId: message.conversation_id,
  createdAt: message.envelope_created_at,
  document: async () => message.document,
});

/** What is not there yet may come: of what a customer's message fails on at once, only a plain refusal ends this one. */
function nextAttempt(message: ProviderMessage, settlement: Settlement): Date | undefined {
  if (settlement.to === 'SEND_RETRY') return new Date(Date.now() + settlement.delaySeconds * 1000);
  const isMissing =
    settlement.to === 'DISCOVERY_FAILED' || ('code' in settlement && settlement.code !== 'AS4_ERROR');
  const delay = isMissing ? SCHEDULE[message.attempts] : undefined;
  return delay === undefined ? undefined : new Date(Date.now() + delay * 1000);
}

/** State, next job, line of the ledger and Receipt: all of them, or none. */
async function settle(deps: DeliverDeps, message: ProviderMessage, delivery: Delivery): Promise<void> {
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
  const { settlement, endpoint, evidence } = delivery;
  const receipt = evidence?.find(({ kind }) => kind === 'AS4_RECEIPT')?.content;
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

async function measure({ db, metrics }: DeliverDeps, message: ProviderMessage, at: Date): Promise<void> {
  const answered = await overAll(db, 'job')
    .selectFrom('mls_due')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'mls_due.message_id')
        .onRef('messages.account_id', '=', 'mls_due.account_id'),
    )
    .where('mls_due.provider_message_id', '=', message.id)
    .select(['mls_due.code', 'messages.as4_timestamp'])
    .executeTakeFirst();
  if (!answered?.as4_timestamp) return;
  const seconds = (at.getTime() - answered.as4_timestamp.getTime()) / 1000;
  metrics.mls.sent.observe({ code: answered.code ?? '' }, Math.max(0, seconds));
}
