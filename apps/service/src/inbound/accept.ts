import { ebmsError, notServiced } from '@pappel/as4/ebms-error';
import { type ReceiveContext, type Received, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import { statusReceivers } from '@pappel/mls/addressing';
import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { processParts } from '@pappel/peppol-ids/document-type-id';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import type { Validator } from '@pappel/validation/validator';
import { freeMemory } from '@pappel/xml/free-memory';
import type { Logger } from 'pino';
import { createInbound, type NewInbound } from '../messages/create.ts';
import { statusJobKey } from '../messages/mls.ts';
import { attributesOf } from '../messages/span-attributes.ts';
import { verdictColumns } from '../messages/verdict.ts';
import { resolveReceiver } from '../participants/resolve.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import type { DocumentPlace, DocumentRoom } from '../platform/document-room.ts';
import { ByteGate, LONGEST_WAIT_MS } from '../platform/http/byte-budget.ts';
import type { Body } from '../platform/http/intake.ts';
import { type MessageId, newId } from '../platform/ids.ts';
import { jobOf } from '../platform/jobs/enqueue.ts';
import type { Metrics } from '../platform/metrics.ts';
import { keepPayload, type PayloadStore } from '../platform/payload-store.ts';
import { Rounds } from '../platform/rounds.ts';
import { activeTraceParent, inSpan, noteInSpan } from '../platform/tracing/spans.ts';
import type { Provider } from '../provider/provider.ts';
import type { Envelopes } from './envelopes.ts';
import { isForProvider, keepStatus, whyNotTaken } from './keep-status.ts';
import { statusDueIn } from './mls-policy.ts';
import { type Identity, whyNoRepeat, whyNoRepeatedStatus } from './repeat.ts';

export interface AcceptDeps {
  db: Db;
  payloads: PayloadStore;
  as4: ReceiveContext;
  key: KeyMaterial;
  validator: Validator;
  envelopes: Envelopes;
  documentRoom: DocumentRoom;
  strictAddressing: boolean;
  metrics: Metrics;
  provider: Provider;
  log: Pick<Logger, 'warn'>;
}

interface ForCustomer {
  kind: 'document';
  sbdh: Sbdh;
  payload: Uint8Array;
  sha256: string;
  participant: ParticipantRow;
}

type Judged =
  | ForCustomer
  | { kind: 'status'; sbdh: Sbdh; payload: Uint8Array; sha256: string }
  | { kind: 'refused'; error: ReturnType<typeof ebmsError> };

/**
 * 1 open and verify the message  2 read its envelope and hold it against the header  3 ours?  4 keep the payload
 * 5 commit message, event and the job that answers with a status  6 only then the Receipt. A status that answers us is
 * kept in place of 4 and 5, and delivered to nobody. A repeat gets its Receipt again and no second row; one whose
 * content differs from what is kept gets an Error. If the process
 * dies before 5, the sender has no Receipt and repeats; after 5, the repeat is recognised.
 */
export async function accept(
  deps: AcceptDeps,
  request: { contentType: string; body: Pick<Body, 'open'> },
): Promise<As4Reply> {
  using place = deps.documentRoom.place();
  const received = await inSpan('receive', {}, () => receiveBody(deps.as4, request, place));
  if (received.kind === 'refused') return refuse(deps, received.error, received.refToMessageId);
  if (received.isTest) return receiptFor(received, deps.key);
  const leave = await keeping.enter(1, { longestMs: LONGEST_WAIT_MS });
  try {
    return await inSpan('keep', {}, () => keepAndConfirm(deps, received));
  } finally {
    leave();
  }
}

/** What others send waits for the database in a queue of its own, apart from that of the SMP: so many messages ask it at once. */
const keeping = new ByteGate(8);

async function keepAndConfirm(deps: AcceptDeps, received: Received): Promise<As4Reply> {
  const judged = await judge(deps, received);
  if (judged.kind === 'refused') return refuse(deps, judged.error, received.userMessage.messageId);
  const isNew = await keepOnce(deps, received, judged);
  const objection = isNew ? undefined : await whyNotTheSame(deps.db, received, judged);
  if (objection) return refuse(deps, objection, received.userMessage.messageId);
  const outcome = isNew ? 'accepted' : 'duplicate';
  deps.metrics.inbound.inc({ outcome });
  noteInSpan({ 'pappel.outcome': outcome });
  return receiptFor(received, deps.key);
}

/** Messages that come at once begin one after the other. */
const rounds = new Rounds();

/** Of the body nothing is kept: what is answered has memory of its own. */
async function receiveBody(
  as4: ReceiveContext,
  { contentType, body }: Parameters<typeof accept>[1],
  place: DocumentPlace,
): Promise<Awaited<ReturnType<typeof receive>>> {
  await rounds.next();
  const roomFor = (bytes: number): Promise<void> => place.take(bytes);
  const bytes = await body.open();
  try {
    return await receive({ ...as4, roomFor }, { contentType, body: bytes });
  } finally {
    freeMemory([bytes]);
  }
}

function whyNotTheSame(db: Db, { userMessage }: Received, judged: Exclude<Judged, { kind: 'refused' }>) {
  const { sbdh, sha256 } = judged;
  const identity: Identity = {
    senderSeat: userMessage.from,
    as4MessageId: userMessage.messageId,
    sbdhInstanceId: sbdh.instanceIdentifier,
    sender: sbdh.sender,
    receiver: sbdh.receiver,
    sha256,
  };
  return judged.kind === 'status' ? whyNoRepeatedStatus(db, identity) : whyNoRepeat(db, identity);
}

async function keepOnce(
  deps: AcceptDeps,
  received: Received,
  judged: Exclude<Judged, { kind: 'refused' }>,
): Promise<boolean> {
  const { sbdh, payload } = judged;
  if (judged.kind === 'status') return keepStatus(deps.db, deps.provider, received, sbdh, payload);
  return keep(deps, received, judged);
}

function refuse(
  deps: AcceptDeps,
  error: ReturnType<typeof ebmsError>,
  refToMessageId: string | undefined,
): Promise<As4Reply> {
  const outcome = error.detail ?? error.code;
  deps.metrics.inbound.inc({ outcome });
  noteInSpan({ 'pappel.outcome': 'refused', 'error.type': outcome });
  // Whoever it was: nothing of it is kept, and the other side will ask.
  deps.log.warn(
    {
      code: error.code,
      detail: error.detail,
      reason: error.description.slice(0, 300),
      as4MessageId: refToMessageId,
    },
    'inbound message refused',
  );
  return errorReply(error, refToMessageId, deps.key);
}

async function judge(deps: AcceptDeps, received: Received): Promise<Judged> {
  const reading = await deps.envelopes.open(received.payload);
  if (!reading)
    return {
      kind: 'refused',
      error: ebmsError('EBMS:0004', 'The business document envelope takes too long to read'),
    };
  if (!reading.ok) {
    const what = reading.errors.map((error) => error.id).join(', ');
    const error = ebmsError('EBMS:0004', `The business document envelope is not valid: ${what}`);
    return { kind: 'refused', error };
  }
  const { sbdh, payload, sha256 } = reading;
  const contradiction = whatContradicts(received, sbdh);
  if (contradiction)
    return {
      kind: 'refused',
      error: ebmsError('EBMS:0004', `${contradiction} of header and envelope differ`),
    };
  if (isForProvider(sbdh, deps.provider)) {
    const error = whyNotTaken(sbdh, payload);
    return error ? { kind: 'refused', error } : { kind: 'status', sbdh, payload, sha256 };
  }
  const receiver = await resolveReceiver(deps.db, sbdh.receiver, sbdh.documentTypeId, sbdh.processId);
  if (receiver.kind === 'not-serviced') return { kind: 'refused', error: notServiced(receiver.reason) };
  return { kind: 'document', sbdh, payload, sha256, participant: receiver.participant };
}

/** Both are written from the same values: a difference is an error. */
function whatContradicts({ userMessage }: Received, sbdh: Sbdh): string | undefined {
  if (parseParticipantId(userMessage.originalSender) !== sbdh.sender) return 'The senders';
  if (parseParticipantId(userMessage.finalRecipient) !== sbdh.receiver) return 'The receivers';
  if (userMessage.action !== sbdh.documentTypeId) return 'The document types';
  return userMessage.service === processParts(sbdh.processId).value ? undefined : 'The processes';
}

/** False for a repeat, which is known only when it is to be written: it is rare. */
async function keep(deps: AcceptDeps, received: Received, judged: ForCustomer): Promise<boolean> {
  const { sbdh, payload, sha256, participant } = judged;
  const id = newId<'Message'>();
  const payloadKey = `inbound/${id}`;
  const bytes = payload.length;
  await keepPayload(deps.payloads, payloadKey, payload);
  const { documentTypeId } = sbdh;
  const expected = {
    documentTypeId,
    sender: sbdh.sender,
    receiver: sbdh.receiver,
    strictAddressing: deps.strictAddressing,
  };
  const verdict = await inSpan('validate', {}, () => deps.validator.check(payload, expected, 'given'));
  const { userMessage } = received;
  const dueIn = statusDueIn(
    { documentTypeId, isRejected: !verdict.valid, mlsType: sbdh.mlsType },
    deps.provider.mlsWaitSeconds,
  );
  const message = {
    id,
    account_id: participant.account_id,
    company_id: participant.company_id,
    participant_id: participant.id,
    direction: 'INBOUND' as const,
    status: 'CUSTOMER_DELIVERY_QUEUED' as const,
    sender: sbdh.sender,
    receiver: sbdh.receiver,
    type: typeToAlias(documentTypeId) ?? null,
    document_type_id: documentTypeId,
    process_id: sbdh.processId,
    document_number: verdict.documentNumber ?? null,
    sender_name: verdict.senderName ?? null,
    receiver_name: verdict.receiverName ?? null,
    bytes,
    sha256,
    source: 'NETWORK' as const,
    payload_key: payloadKey,
    country_c1: sbdh.countryC1,
    ...verdictColumns(verdict),
    as4_message_id: userMessage.messageId,
    conversation_id: userMessage.conversationId,
    sbdh_instance_id: sbdh.instanceIdentifier,
    envelope_created_at: sbdh.creationDateTime,
    sender_seat: userMessage.from,
    as4_timestamp: userMessage.timestamp,
    traceparent: activeTraceParent() ?? null,
  };
  noteInSpan(attributesOf(message));
  const { soap } = received;
  const isNew =
    dueIn === undefined
      ? await createInbound(deps.db, message, soap)
      : await transaction(deps.db, async (tx) => {
          const created = await createInbound(tx, message, soap, answerIn(dueIn, id));
          if (created) await noteStatusDue(tx, received, sbdh, message);
          return created;
        });
  if (!isNew) await deps.payloads.remove(payloadKey);
  return isNew;
}

function answerIn(seconds: number, messageId: MessageId) {
  const runAt = new Date(Date.now() + seconds * 1000);
  return jobOf('inbound.mls', { messageId }, { key: statusJobKey(messageId), runAt });
}

/** The addressee is C2: the seat whose certificate signed, never what the envelope claims [MLS 4.1]. */
async function noteStatusDue(tx: Tx, received: Received, sbdh: Sbdh, message: NewInbound): Promise<void> {
  const seat = parseSeatId(received.senderCertificate.seatId ?? received.userMessage.from);
  if (!seat) throw new Error(`A trusted certificate names no seat: ${received.userMessage.from}`);
  await tx
    .insertInto('mls_due')
    .values({
      message_id: message.id,
      account_id: message.account_id,
      receivers: statusReceivers(sbdh.mlsTo, seat),
      mls_type: sbdh.mlsType ?? 'FAILURE_ONLY',
    })
    .execute();
}
