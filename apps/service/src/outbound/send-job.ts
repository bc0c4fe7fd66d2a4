import type { OutgoingMessage } from '@pappel/as4/build-request';
import { type SendContext, sendUserMessage } from '@pappel/as4/send';
import { mayBeAnswered } from '@pappel/mls/status';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { envelopeAlone, writeSbd } from '@pappel/sbdh/write';
import type { Discovery, FoundEndpoint, Wanted } from '@pappel/smp/discover';
import type { DiscoveryCache } from '@pappel/smp/discovery-cache';
import type { Logger } from 'pino';
import { noteAttempt } from '../messages/attempt.ts';
import { type Evidence, type MessageRow, moveMessage } from '../messages/transition.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { MessageId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/enqueue.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Provider } from '../provider/provider.ts';
import { circuitOf, countFailure, countSuccess } from './circuit-breaker.ts';
import {
  nextTry,
  type SettleContext,
  type Settlement,
  settleDiscovery,
  settleOpenCircuit,
  settleSend,
} from './settle.ts';
import { DAMAGED, payloadOf, type VerdictDeps, verdictOn } from './validate.ts';

export interface SendDeps extends VerdictDeps {
  db: Db;
  discoveries: DiscoveryCache;
  as4: SendContext;
  retrySchedule: readonly number[];
  provider: Provider;
  metrics: Metrics;
  log: Pick<Logger, 'error'>;
}

interface Delivery {
  settlement: Settlement;
  endpoint?: FoundEndpoint;
  evidence?: Evidence[];
}

/**
 * 1 validate, unless that was done, and begin an attempt: SENDING  2 discover C3  3 ask the circuit breaker  4 wrap in
 * SBDH  5 send by AS4  6 settle. No transaction is open in 2 to 5. If the process dies there, the job comes again, finds the message in SENDING and
 * sends it once more under the same ids, by which C3 can tell a repeat.
 */
export async function sendMessage(deps: SendDeps, { messageId }: { messageId: MessageId }): Promise<void> {
  const message = await beginAttempt(deps, messageId);
  if (!message) return;
  const startedAt = new Date();
  const delivery = await deliver(deps, message);
  await timed(deps, 'settle', settle(deps, message, startedAt, delivery));
}

/** How long a step took, however it ended. */
function timed<Result>({ metrics }: SendDeps, step: string, work: Promise<Result>): Promise<Result> {
  const done = metrics.outbound.steps.startTimer({ step });
  return work.finally(done);
}

async function beginAttempt(deps: SendDeps, messageId: MessageId): Promise<MessageRow | undefined> {
  const { db } = deps;
  const row = await overAll(db, 'job')
    .selectFrom('messages')
    .where('id', '=', messageId)
    .selectAll()
    .executeTakeFirst();
  const message = row as MessageRow | undefined;
  const sending = { to: 'SENDING' as const, attempts: (message?.attempts ?? 0) + 1, nextAttemptAt: null };
  switch (message?.status) {
    case 'QUEUED_VALIDATION': {
      const verdict = await timed(deps, 'validate', verdictOn(deps, message));
      if (!verdict) {
        tellOfDamage(deps, message);
        return moveMessage(db, message, { to: 'SEND_FAILED', error: DAMAGED }).then(() => undefined);
      }
      return verdict.valid
        ? moveMessage(db, message, [{ to: 'QUEUED', verdict }, sending])
        : moveMessage(db, message, { to: 'VALIDATION_FAILED', verdict }).then(() => undefined);
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

/** A failure at an endpoint that was only remembered is no answer yet: the receiver may have moved since. */
async function deliver(deps: SendDeps, message: MessageRow): Promise<Delivery> {
  const wanted: Wanted = {
    participant: message.receiver as ParticipantId,
    documentTypeId: message.document_type_id as DocumentTypeId,
    processId: message.process_id as ProcessId,
  };
  const { discovery, isRemembered } = await timed(deps, 'discover', deps.discoveries.find(wanted));
  const delivery = await deliverTo(deps, message, discovery);
  if (delivery.settlement.to === 'AS4_ACCEPTED') return delivery;
  deps.discoveries.forget(wanted);
  if (!isRemembered) return delivery;
  const again = await deps.discoveries.find(wanted);
  return isSameEndpoint(discovery, again.discovery) ? delivery : deliverTo(deps, message, again.discovery);
}

function isSameEndpoint(one: Discovery, other: Discovery): boolean {
  return (
    one.kind === 'found' &&
    other.kind === 'found' &&
    one.endpoint.url === other.endpoint.url &&
    one.endpoint.certificate.fingerprint === other.endpoint.certificate.fingerprint
  );
}

async function deliverTo(deps: SendDeps, message: MessageRow, found: Discovery): Promise<Delivery> {
  const context: SettleContext = {
    attempt: message.attempts,
    schedule: deps.retrySchedule,
    random: Math.random(),
  };
  if (found.kind !== 'found') return { settlement: settleDiscovery(found, context) };
  const { endpoint } = found;
  const circuit = await circuitOf(deps.db, endpoint.url);
  if (circuit.openUntil)
    return { settlement: settleOpenCircuit(circuit.openUntil, new Date(), context), endpoint };
  const outgoing = await userMessage(deps, message, endpoint);
  if (!outgoing) {
    tellOfDamage(deps, message);
    return { settlement: { to: 'SEND_FAILED', ...DAMAGED }, endpoint };
  }
  const outcome = await timed(deps, 'send', sendUserMessage(deps.as4, outgoing));
  const settlement = settleSend(outcome, context);
  if (settlement.to === 'AS4_ACCEPTED') await countSuccess(deps.db, endpoint.url, circuit);
  else if (outcome.kind !== 'ebms-error') await countFailure(deps.db, endpoint.url);
  return { settlement, endpoint, evidence: outcome.kind === 'receipt' ? proofOf(outcome.raw, outgoing) : [] };
}

/** The digest that a Receipt confirms is that of the envelope with the document in it: both are needed to show it. */
const proofOf = (receipt: Uint8Array, { payload }: OutgoingMessage): Evidence[] => [
  { kind: 'AS4_RECEIPT', content: receipt },
  { kind: 'SBDH', content: envelopeAlone(payload) },
];

function tellOfDamage({ log, metrics }: SendDeps, message: MessageRow): void {
  metrics.damagedPayloads.inc();
  const { id: messageId, payload_key: payloadKey, sha256 } = message;
  log.error({ messageId, payloadKey, sha256 }, 'a payload is missing or is not what was submitted');
}

/** Undefined when the payload is not what was submitted; looked at before each attempt. */
async function userMessage(
  deps: SendDeps,
  message: MessageRow,
  endpoint: FoundEndpoint,
): Promise<OutgoingMessage | undefined> {
  const payload = await payloadOf(deps.payloads, message);
  if (!payload) return undefined;
  const kind = {
    documentTypeId: message.document_type_id as DocumentTypeId,
    processId: message.process_id as ProcessId,
  };
  const [sender, receiver] = [message.sender as ParticipantId, message.receiver as ParticipantId];
  const header = {
    sender,
    receiver,
    ...kind,
    instanceIdentifier: message.sbdh_instance_id,
    creationDateTime: message.envelope_created_at,
    countryC1: message.country_c1 ?? '',
    ...statusWanted(message, deps.provider),
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
    payload: writeSbd(header, payload),
  };
}

/** Where C3 shall send its Message Level Status, and when; a message of that kind has none itself [MLS 4]. */
const statusWanted = (message: MessageRow, { spid, mlsType }: Provider) =>
  mayBeAnswered(message.document_type_id as DocumentTypeId) ? { mlsTo: spid, mlsType } : {};

/** Status, event, next job, attempt and evidence: one statement. */
async function settle(
  deps: SendDeps,
  message: MessageRow,
  startedAt: Date,
  delivery: Delivery,
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
      settlement.to === 'AS4_ACCEPTED' && statusWanted(message, deps.provider).mlsType === 'ALWAYS_SEND',
    ...('uncounted' in settlement ? { attempts: message.attempts - 1 } : {}),
  };
  const job = nextAttemptAt && addJob('outbound.send', { messageId: message.id }, { runAt: nextAttemptAt });
  const attempt = {
    started_at: startedAt,
    outcome: settlement.to,
    error_code: failure?.code ?? null,
    error_message: failure?.message ?? null,
    endpoint_url: endpoint?.url ?? null,
    access_point: endpoint?.certificate.seatId ?? null,
    receipt_id: settlement.to === 'AS4_ACCEPTED' ? settlement.receiptId : null,
  };
  await moveMessage(deps.db, message, move, { job, attempt, evidence });
}
