import { type Span, SpanKind } from '@opentelemetry/api';
import type { OutgoingMessage } from '@pappel/as4/build-request';
import { type SendContext, type SendPhases, sendUserMessage } from '@pappel/as4/send';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { envelopeAlone, writeSbd } from '@pappel/sbdh/write';
import type { Discovery, FoundEndpoint } from '@pappel/smp/discover';
import type { DiscoveryCache } from '@pappel/smp/discovery-cache';
import type { Evidence } from '../messages/transition.ts';
import type { Db } from '../platform/db/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import { inSpan, markFailed, noteSpan, placeOf } from '../platform/tracing/spans.ts';
import type { Provider } from '../provider/provider.ts';
import { circuitOf, countFailure, countSuccess } from './circuit-breaker.ts';
import type { EndpointRoom } from './endpoint-room.ts';
import {
  type SettleContext,
  type Settlement,
  settleDiscovery,
  settleOpenCircuit,
  settleSend,
  settleSilence,
} from './settle.ts';
import { DAMAGED } from './validate.ts';

export interface DeliverDeps {
  db: Db;
  discoveries: DiscoveryCache;
  endpointRoom: EndpointRoom;
  as4: SendContext;
  metrics: Metrics;
}

/** What goes over the network, a customer's document or our own, with ids that are the same on every attempt. */
export interface Consignment {
  sender: ParticipantId;
  receiver: ParticipantId;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  countryC1: string;
  /** Where C3 shall send its Message Level Status, and when. */
  status: { mlsTo: ParticipantId; mlsType: Provider['mlsType'] } | undefined;
  instanceIdentifier: string;
  messageId: string;
  conversationId: string;
  createdAt: Date;
  /** Undefined when what is kept is not what was taken; looked at before each attempt. */
  document: () => Promise<Uint8Array | undefined>;
}

export type Schedule = Pick<SettleContext, 'attempt' | 'schedule'>;

export interface Delivery {
  settlement: Settlement;
  endpoint?: FoundEndpoint;
  evidence?: Evidence[];
  phases?: SendPhases;
  discoveryMs?: number;
}

/** How long a step took, however it ended. */
export function timed<Result>(
  { metrics }: { metrics: Metrics },
  step: string,
  work: (span: Span) => Promise<Result>,
  kind = SpanKind.INTERNAL,
): Promise<Result> {
  const done = metrics.outbound.steps.startTimer({ step });
  return inSpan(step, { kind }, work).finally(done);
}

/**
 * 1 discover C3  2 ask the circuit breaker, and for room at the endpoint  3 wrap in SBDH  4 send by AS4  5 judge the answer. Nothing is written but what
 * the circuit breaker counts. A failure at an endpoint that was only remembered is no answer yet: the receiver may have
 * moved since.
 */
export async function deliver(
  deps: DeliverDeps,
  consignment: Consignment,
  schedule: Schedule,
): Promise<Delivery> {
  const attributes = { 'pappel.attempt': schedule.attempt };
  return inSpan('attempt', { attributes }, async (span) => {
    const delivery = await attempt(deps, consignment, schedule);
    noteOutcome(span, delivery);
    return delivery;
  });
}

function noteOutcome(span: Span, { settlement, endpoint }: Delivery): void {
  span.setAttributes({
    'pappel.outcome': settlement.to,
    'pappel.receiver.access_point': endpoint?.certificate.seatId,
  });
  if ('code' in settlement) markFailed(span, settlement.code);
}

async function attempt(deps: DeliverDeps, consignment: Consignment, schedule: Schedule): Promise<Delivery> {
  const { receiver: participant, documentTypeId, processId } = consignment;
  const wanted = { participant, documentTypeId, processId };
  const startedAt = performance.now();
  const { discovery, isRemembered } = await timed(deps, 'discover', () => deps.discoveries.find(wanted));
  const discoveryMs = performance.now() - startedAt;
  const delivery = { ...(await deliverTo(deps, consignment, discovery, schedule)), discoveryMs };
  if (delivery.settlement.to === 'AS4_ACCEPTED') return delivery;
  deps.discoveries.forget(wanted);
  if (!isRemembered) return delivery;
  const againAt = performance.now();
  const again = await inSpan('discover', {}, () => deps.discoveries.find(wanted));
  if (isSameEndpoint(discovery, again.discovery)) return delivery;
  const bothMs = discoveryMs + performance.now() - againAt;
  return { ...(await deliverTo(deps, consignment, again.discovery, schedule)), discoveryMs: bothMs };
}

function isSameEndpoint(one: Discovery, other: Discovery): boolean {
  return (
    one.kind === 'found' &&
    other.kind === 'found' &&
    one.endpoint.url === other.endpoint.url &&
    one.endpoint.certificate.fingerprint === other.endpoint.certificate.fingerprint
  );
}

async function deliverTo(
  deps: DeliverDeps,
  consignment: Consignment,
  found: Discovery,
  schedule: Schedule,
): Promise<Delivery> {
  const context: SettleContext = { ...schedule, random: Math.random() };
  if (found.kind !== 'found') return { settlement: settleDiscovery(found, context) };
  const { endpoint } = found;
  const circuit = await circuitOf(deps.db, endpoint.url);
  if (circuit.openUntil)
    return { settlement: settleOpenCircuit(circuit.openUntil, new Date(), context), endpoint };
  using place = deps.endpointRoom.enter(endpoint.url);
  if (!place) return { settlement: settleSilence(context), endpoint };
  const outgoing = await userMessage(consignment, endpoint);
  if (!outgoing) return { settlement: { to: 'SEND_FAILED', ...DAMAGED }, endpoint };
  const phases: SendPhases = {};
  const send = (span: Span) => {
    span.setAttributes(placeOf(endpoint.url));
    return sendUserMessage(deps.as4, outgoing, phases).finally(() => notePhases(phases));
  };
  const outcome = await timed(deps, 'send', send, SpanKind.CLIENT);
  if (outcome.kind !== 'transport') place.heard();
  const settlement = settleSend(outcome, context);
  if (settlement.to === 'AS4_ACCEPTED') await countSuccess(deps.db, endpoint.url, circuit);
  else if (outcome.kind !== 'ebms-error') await countFailure(deps.db, endpoint.url);
  const evidence = outcome.kind === 'receipt' ? proofOf(outcome.raw, outgoing) : [];
  return { settlement, endpoint, evidence, phases };
}

function notePhases({ startedAt, connectMs = 0, answerMs }: SendPhases): void {
  if (!startedAt) return;
  noteSpan('connect', startedAt, connectMs);
  if (answerMs !== undefined) noteSpan('answer', new Date(startedAt.getTime() + connectMs), answerMs);
}

/** The digest that a Receipt confirms is that of the envelope with the document in it: both are needed to show it. */
const proofOf = (receipt: Uint8Array, { payload }: OutgoingMessage): Evidence[] => [
  { kind: 'AS4_RECEIPT', content: receipt },
  { kind: 'SBDH', content: envelopeAlone(payload) },
];

async function userMessage(
  { document, status, ...consignment }: Consignment,
  endpoint: FoundEndpoint,
): Promise<OutgoingMessage | undefined> {
  const bytes = await document();
  if (!bytes) return undefined;
  const { sender, receiver, documentTypeId, processId, createdAt } = consignment;
  const kind = { documentTypeId, processId };
  const header = {
    sender,
    receiver,
    ...kind,
    instanceIdentifier: consignment.instanceIdentifier,
    creationDateTime: createdAt,
    countryC1: consignment.countryC1,
    ...status,
  };
  return {
    endpointUrl: endpoint.url,
    receiverCertificate: endpoint.certificate,
    messageId: consignment.messageId,
    conversationId: consignment.conversationId,
    timestamp: createdAt,
    ...kind,
    originalSender: sender,
    finalRecipient: receiver,
    payload: writeSbd(header, bytes),
  };
}
