import { createHash, randomUUID } from 'node:crypto';
import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Validator } from '@pappel/validation/validator';
import { createOutbound, type NewOutbound } from '../messages/create.ts';
import type { MessageRow } from '../messages/transition.ts';
import { type MessageView, messageView } from '../messages/view.ts';
import { type DocumentKind, documentKind } from '../participants/capability.ts';
import { resolveSender, type Sender } from '../participants/resolve.ts';
import type { Principal } from '../platform/access/principal.ts';
import { type Db, transaction, violatedConstraint } from '../platform/db/database.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { newId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/enqueue.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { bodyHash, findReplay, keepKey } from './idempotency.ts';
import { readUpload, useUpload } from './upload.ts';

export interface SubmitDeps {
  db: Db;
  payloads: PayloadStore;
  validator: Validator;
  rateLimiter: RateLimiter;
  /** Right side of AS4 message ids. */
  seat: string;
}

export interface Submission {
  sender: string;
  receiver: string;
  type?: string;
  documentTypeId?: string;
  processId?: string;
  payload?: string;
  payloadObjectKey?: string;
  externalReference?: string;
}

export type Submitted = { outcome: 'validating' | 'queued' | 'replayed'; message: MessageView };

const INLINE_LIMIT = 1_048_576;
const SUBMISSIONS = { burst: 1_000, perSecond: 100 };

/**
 * Takes a document: sender resolved, payload kept, then key, message and job in one transaction. If the process dies
 * before the commit, there is a payload without message, which is swept; after it, the job finds everything.
 */
export async function submit(
  deps: SubmitDeps,
  principal: Principal,
  input: Submission,
  key: string | undefined,
): Promise<Submitted> {
  deps.rateLimiter.take('submissions', principal.accountId, SUBMISSIONS);
  const hash = bodyHash(input);
  const replay = key === undefined ? undefined : await findReplay(deps.db, principal.accountId, key, hash);
  if (replay) return replayed(principal, replay);
  const kind = kindOf(input);
  const sender = await resolveSender(
    deps.db,
    principal,
    address('sender', input.sender),
    kind.documentTypeId,
    kind.processId,
  );
  const receiver = address('receiver', input.receiver);
  const bytes = await payloadOf(deps, principal, sender, input);
  const validates = deps.validator.hasRules(kind.documentTypeId);
  if (!validates && !sender.allowUnvalidated) {
    throw invalidField(
      'type',
      'has no validation rules here; allow unvalidated documents on the capability to send it',
      'NO_RULES',
    );
  }
  const documentNumber = (await deps.validator.facts(bytes))?.documentNumber;
  const payloadKey = await keep(deps, input, bytes);
  const prepared = { input, kind, sender, receiver, bytes, documentNumber, payloadKey, validates, key, hash };
  try {
    const message = await insertMessage(deps, prepared);
    return { outcome: validates ? 'validating' : 'queued', message: messageView(message) };
  } catch (error) {
    // The same key came twice at once: the other request made the document.
    const winner =
      key !== undefined &&
      violatedConstraint(error) === 'idempotency_keys_pkey' &&
      (await findReplay(deps.db, principal.accountId, key, hash));
    if (winner) return replayed(principal, winner);
    throw error;
  }
}

/** A confined key must not learn of another company's document by guessing a key. */
function replayed(principal: Principal, message: MessageRow): Submitted {
  const { companyIds } = principal.reach;
  if (companyIds !== 'all' && !companyIds.includes(message.company_id))
    throw new AppError('IDEMPOTENCY_CONFLICT');
  return { outcome: 'replayed', message: messageView(message) };
}

/** type, or documentTypeId and processId. */
function kindOf(input: Submission): DocumentKind {
  if ((input.type === undefined) === (input.documentTypeId === undefined)) {
    throw invalidField('type', 'or documentTypeId with processId must be given, not both');
  }
  return documentKind(input.type ?? input.documentTypeId ?? '', input.processId);
}

function address(field: string, text: string): ParticipantId {
  const id = parseParticipantId(text);
  if (!id) throw invalidField(field, 'must be a Peppol address such as 0007:5567321707');
  return id;
}

async function payloadOf(
  deps: SubmitDeps,
  principal: Principal,
  sender: Sender,
  input: Submission,
): Promise<Buffer> {
  if ((input.payload === undefined) === (input.payloadObjectKey === undefined)) {
    throw invalidField('payload', 'or payloadObjectKey must be given, not both');
  }
  if (input.payloadObjectKey !== undefined) {
    return readUpload(deps, principal, sender.participant.company_id, input.payloadObjectKey);
  }
  const bytes = Buffer.from(input.payload ?? '', 'utf8');
  if (bytes.length > INLINE_LIMIT) throw new AppError('PAYLOAD_TOO_LARGE');
  if (bytes.length === 0) throw invalidField('payload', 'is empty; send the XML document');
  return bytes;
}

/** An upload is where it belongs already; an inline payload gets a key of its own. */
async function keep(deps: SubmitDeps, input: Submission, bytes: Buffer): Promise<string> {
  if (input.payloadObjectKey !== undefined) return input.payloadObjectKey;
  const payloadKey = `outbound/${newId()}`;
  await deps.payloads.put(payloadKey, bytes);
  return payloadKey;
}

interface Prepared {
  input: Submission;
  kind: DocumentKind;
  sender: Sender;
  receiver: ParticipantId;
  bytes: Buffer;
  documentNumber: string | undefined;
  payloadKey: string;
  validates: boolean;
  key: string | undefined;
  hash: Buffer;
}

/** A message and its job are one statement; a key or an upload that belong to it make a transaction of it. */
function insertMessage(deps: SubmitDeps, prepared: Prepared): Promise<MessageRow> {
  const { input, key } = prepared;
  const message = newMessage(deps, prepared);
  const { id, account_id: accountId } = message;
  const job = addJob('outbound.send', { messageId: id });
  if (key === undefined && input.payloadObjectKey === undefined) return createOutbound(deps.db, message, job);
  return transaction(deps.db, async (tx) => {
    const created = await createOutbound(tx, message, job);
    if (key !== undefined) await keepKey(tx, accountId, key, prepared.hash, id);
    if (input.payloadObjectKey !== undefined && !(await useUpload(tx, input.payloadObjectKey, id)))
      throw new AppError('PAYLOAD_OBJECT_INVALID');
    return created;
  });
}

function newMessage(deps: SubmitDeps, prepared: Prepared): NewOutbound {
  const { input, kind, bytes, validates } = prepared;
  const { participant } = prepared.sender;
  return {
    id: newId<'Message'>(),
    account_id: participant.account_id,
    company_id: participant.company_id,
    participant_id: participant.id,
    direction: 'OUTBOUND',
    status: validates ? 'QUEUED_VALIDATION' : 'QUEUED',
    sender: participant.address,
    receiver: prepared.receiver,
    type: typeToAlias(kind.documentTypeId) ?? null,
    document_type_id: kind.documentTypeId,
    process_id: kind.processId,
    external_reference: input.externalReference ?? null,
    document_number: prepared.documentNumber ?? null,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    source: 'API',
    payload_key: prepared.payloadKey,
    country_c1: participant.country_code,
    verdict: validates ? 'PENDING' : 'SKIPPED',
    as4_message_id: `${randomUUID()}@${deps.seat}`,
    conversation_id: randomUUID(),
    sbdh_instance_id: randomUUID(),
    envelope_created_at: new Date(),
  };
}
