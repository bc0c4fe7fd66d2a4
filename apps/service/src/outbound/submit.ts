import { randomUUID } from 'node:crypto';
import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { wrongCheckDigit } from '@pappel/peppol-ids/identifier-schemes';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { DocumentFacts } from '@pappel/validation/document-facts';
import type { Validator } from '@pappel/validation/validator';
import { freeMemory } from '@pappel/xml/free-memory';
import { type CreatedOutbound, createOutbound, type NewOutbound } from '../messages/create.ts';
import { attributesOf } from '../messages/span-attributes.ts';
import type { MessageRow } from '../messages/transition.ts';
import type { DocumentKind } from '../participants/capability.ts';
import { resolveSender, type Sender } from '../participants/resolve.ts';
import type { Reach } from '../platform/access/reach.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { DOCUMENT_LIMIT } from '../platform/document-limit.ts';
import { type DocumentPlace, type DocumentRoom, LIGHT_BYTES } from '../platform/document-room.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type AccountId, type MessageId, newId } from '../platform/ids.ts';
import { type Job, jobOf } from '../platform/jobs/enqueue.ts';
import type { Hands } from '../platform/jobs/hands.ts';
import { keepPayload, type PayloadStore } from '../platform/payload-store.ts';
import { sha256Of } from '../platform/sha256.ts';
import { activeTraceParent, inSpan } from '../platform/tracing/spans.ts';
import { findReplay, keepKey } from './idempotency.ts';
import { InHand } from './in-hand.ts';

export interface SubmitDeps {
  db: Db;
  payloads: PayloadStore;
  validator: Validator;
  documentRoom: DocumentRoom;
  hands: Hands;
  /** Its seat is the right side of AS4 message ids. */
  provider: { seat: string };
}

/** On whose behalf: a principal of the API, or an SFTP login. */
export interface Submitter {
  readonly accountId: AccountId;
  readonly reach: Reach;
}

/** A document as every channel hands it over. */
export interface OutboundDocument {
  sender: ParticipantId;
  receiver: ParticipantId;
  kind: DocumentKind;
  externalReference?: string | undefined;
  source: 'API' | 'SFTP';
  /** Asked for when the sender is known to be in reach. */
  payload: (sender: Sender, place: DocumentPlace) => Promise<OutboundPayload>;
  /** What makes one document of a request that comes twice. */
  once?: Once | undefined;
}

export interface OutboundPayload {
  bytes: Buffer;
  /** Written in the transaction of the message: what must stand or fall with it. */
  beside?: (tx: Tx, messageId: MessageId) => Promise<void>;
}

export interface Once {
  key: string;
  hash: Buffer;
}

export type Submitted = { outcome: 'validating' | 'queued' | 'replayed'; message: MessageRow };

/**
 * Takes a document: sender resolved, payload kept, then key, message and job in one transaction. If the process dies
 * before the commit, there is a payload without message, which is swept; after it, the job finds everything. If this
 * process has a hand free, it goes on with the job itself, with what it holds.
 */
export function submitDocument(
  deps: SubmitDeps,
  submitter: Submitter,
  document: OutboundDocument,
): Promise<Submitted> {
  const attributes = { 'pappel.account.id': submitter.accountId, 'pappel.source': document.source };
  return inSpan('accept', { attributes }, async (span) => {
    const submitted = await take(deps, submitter, document);
    span.setAttributes({ ...attributesOf(submitted.message), 'pappel.outcome': submitted.outcome });
    return submitted;
  });
}

async function take(deps: SubmitDeps, submitter: Submitter, document: OutboundDocument): Promise<Submitted> {
  const { kind, once } = document;
  const sender = await resolveSender(
    deps.db,
    submitter,
    document.sender,
    kind.documentTypeId,
    kind.processId,
  );
  const wrong = wrongCheckDigit(document.receiver);
  if (wrong !== undefined) throw invalidField('receiver', `${wrong}. Correct the number.`, 'CHECK_DIGIT');
  using place = deps.documentRoom.place(submitter.accountId);
  const payload = await document.payload(sender, place);
  const validates = deps.validator.hasRules(kind.documentTypeId);
  if (!validates && !sender.allowUnvalidated) {
    throw invalidField(
      'type',
      'has no validation rules here; allow unvalidated documents on the capability to send it',
      'NO_RULES',
    );
  }
  const id = newId<'Message'>();
  const { facts, ...kept } = await readAndKeep(deps, payload.bytes, submitter.accountId, outboundKey(id));
  const prepared = { id, document, sender, ...kept, beside: payload.beside, facts, validates };
  try {
    const message = await insertMessage(deps, prepared);
    return { outcome: validates ? 'validating' : 'queued', message };
  } catch (error) {
    // The same key came twice at once: the other request made the document.
    const isRepeat = once && violatedConstraint(error) === 'idempotency_keys_pkey';
    const winner = isRepeat && (await replayOf(deps.db, submitter, once));
    if (winner) return winner;
    throw error;
  }
}

interface Kept {
  bytes: number;
  sha256: string;
  /** The document itself, where it is light: a slow receiver would keep a large one in memory beside what is sent. */
  light: Uint8Array | undefined;
}

/** Nobody reads the bytes of a large one afterwards: they are read back when they are judged. */
async function readAndKeep(
  deps: SubmitDeps,
  payload: Buffer,
  accountId: AccountId,
  key: string,
): Promise<Kept & { facts: DocumentFacts }> {
  const { bytes, facts } = await readXml(deps, payload, accountId);
  await keepPayload(deps.payloads, key, bytes);
  const isLight = bytes.length <= LIGHT_BYTES;
  const kept = { bytes: bytes.length, sha256: await sha256Of(bytes), light: isLight ? bytes : undefined };
  if (!isLight) freeMemory([bytes]);
  return { ...kept, facts };
}

/**
 * The bytes that are judged, kept and sent, in UTF-8. What is no XML is refused at once, whatever the rules: no receiver
 * could take it. What breaks rules gets its verdict later. [MSG-10, MSG-18]
 */
async function readXml(
  deps: SubmitDeps,
  bytes: Buffer,
  accountId: AccountId,
): Promise<{ bytes: Uint8Array; facts: DocumentFacts }> {
  const reading = await deps.validator.take(bytes, accountId);
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    const what = `is not an XML document that can be sent. Line ${line}, column ${column}: ${message}`;
    throw invalidField('payload', `${what}. Correct it and send it again.`, 'NOT_XML');
  }
  if (reading.bytes.length > DOCUMENT_LIMIT)
    throw new AppError('PAYLOAD_TOO_LARGE', {
      message: `In UTF-8 the document has more than ${DOCUMENT_LIMIT} bytes. Send a smaller one.`,
    });
  return reading;
}

/** The document that was made of this before. What a confined key could not send it cannot replay. */
export async function replayOf(
  db: Db,
  submitter: Submitter,
  { key, hash }: Once,
): Promise<Submitted | undefined> {
  const { companyIds } = submitter.reach;
  const message = await findReplay(db, submitter, key, hash);
  if (!message) return undefined;
  if (companyIds !== 'all' && !companyIds.includes(message.company_id))
    throw new AppError('SENDER_NOT_ALLOWED');
  return { outcome: 'replayed', message };
}

const outboundKey = (id: MessageId): string => `outbound/${id}`;

interface Prepared extends Kept {
  id: MessageId;
  document: OutboundDocument;
  sender: Sender;
  beside: OutboundPayload['beside'];
  facts: DocumentFacts;
  validates: boolean;
}

async function insertMessage(deps: SubmitDeps, prepared: Prepared): Promise<MessageRow> {
  const told = { messageId: prepared.id };
  using hand = deps.hands.take(prepared.sender.participant.account_id);
  const job = jobOf('outbound.send', told, { heldBy: hand?.worker });
  const { message, jobId } = await insertWithJob(deps, prepared, job);
  if (jobId !== undefined) hand?.begin('outbound.send', told, jobId, new InHand(message, prepared.light));
  return message;
}

/** A message and its job are one statement; a key, or what belongs beside it, make a transaction of it. */
function insertWithJob(deps: SubmitDeps, prepared: Prepared, job: Job): Promise<CreatedOutbound> {
  const { once } = prepared.document;
  const { beside } = prepared;
  const message = newMessage(deps, prepared);
  const { id, account_id: accountId } = message;
  if (!once && !beside) return createOutbound(deps.db, message, job);
  return transaction(deps.db, async (tx) => {
    const created = await createOutbound(tx, message, job);
    if (once) await keepKey(tx, accountId, once.key, once.hash, id);
    await beside?.(tx, id);
    return created;
  });
}

function newMessage(deps: SubmitDeps, prepared: Prepared): NewOutbound {
  const { document, bytes, sha256, facts, validates } = prepared;
  const { kind } = document;
  const { participant } = prepared.sender;
  return {
    id: prepared.id,
    account_id: participant.account_id,
    company_id: participant.company_id,
    participant_id: participant.id,
    direction: 'OUTBOUND',
    status: validates ? 'QUEUED_VALIDATION' : 'QUEUED',
    sender: participant.address,
    receiver: document.receiver,
    type: typeToAlias(kind.documentTypeId) ?? null,
    document_type_id: kind.documentTypeId,
    process_id: kind.processId,
    external_reference: document.externalReference ?? null,
    document_number: facts.documentNumber ?? null,
    sender_name: facts.senderName ?? null,
    receiver_name: facts.receiverName ?? null,
    bytes,
    sha256,
    source: document.source,
    payload_key: outboundKey(prepared.id),
    country_c1: participant.country_code,
    verdict: validates ? 'PENDING' : 'SKIPPED',
    as4_message_id: `${randomUUID()}@${deps.provider.seat}`,
    conversation_id: randomUUID(),
    sbdh_instance_id: randomUUID(),
    envelope_created_at: new Date(),
    traceparent: activeTraceParent() ?? null,
  };
}
