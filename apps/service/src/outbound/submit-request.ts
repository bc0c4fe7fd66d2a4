import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { documentOfText } from '@pappel/validation/read-document';
import { type MessageView, messageView } from '../messages/view.ts';
import { type DocumentKind, documentKind } from '../participants/capability.ts';
import type { Sender } from '../participants/resolve.ts';
import type { Principal } from '../platform/access/principal.ts';
import type { DocumentPlace } from '../platform/document-room.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { FairTurns } from '../platform/fair-turns.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { bodyHash } from './idempotency.ts';
import {
  type Once,
  type OutboundPayload,
  replayOf,
  type SubmitDeps,
  type Submitted,
  submitDocument,
} from './submit.ts';
import { readUpload, useUpload } from './upload.ts';

/** The body of POST /v1/messages. */
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

export type RequestDeps = SubmitDeps & {
  rateLimiter: RateLimiter;
  submitTurns: FairTurns;
  uploadTurns: FairTurns;
};

export type Answered = { outcome: Submitted['outcome']; message: MessageView };

const INLINE_LIMIT = 1_048_576;
const SUBMISSIONS = { burst: 1_000, perSecond: 100 };

/** A document that comes over HTTP. A key that was seen before answers before the body is looked at. */
export async function submit(
  deps: RequestDeps,
  principal: Principal,
  input: Submission,
  key: string | undefined,
): Promise<Answered> {
  deps.rateLimiter.take('submissions', principal.accountId, SUBMISSIONS);
  refuseHalfCharacters(input);
  const once = key === undefined ? undefined : { key, hash: bodyHash(input) };
  const take = async (): Promise<Submitted> =>
    (once && (await replayOf(deps.db, principal, once))) ?? (await submitAnew(deps, principal, input, once));
  // An upload is read for seconds and waits for room: beside it small documents go on.
  const turns = input.payloadObjectKey === undefined ? deps.submitTurns : deps.uploadTurns;
  const { outcome, message } = await turns.take(principal.accountId, take);
  return { outcome, message: messageView(message) };
}

async function submitAnew(
  deps: SubmitDeps,
  principal: Principal,
  input: Submission,
  once: Once | undefined,
): Promise<Submitted> {
  const submitted = await submitDocument(deps, principal, {
    kind: kindOf(input),
    sender: address('sender', input.sender),
    receiver: address('receiver', input.receiver),
    externalReference: input.externalReference,
    source: 'API',
    payload: (sender, place) => payloadOf(deps, principal, sender, input, place),
    once,
  });
  // The message has bytes of its own. What cannot be removed now is swept a day later.
  if (input.payloadObjectKey !== undefined && submitted.outcome !== 'replayed')
    await deps.payloads.remove(input.payloadObjectKey).catch(() => undefined);
  return submitted;
}

/** Half of a character is no XML, has no canonical form [RFC 8785 3.2.2.2], and would be kept as another one. */
function refuseHalfCharacters(input: Submission): void {
  for (const [name, text] of Object.entries(input))
    if (!text.isWellFormed())
      throw invalidField(
        name,
        'holds half of a surrogate pair; send whole characters',
        name === 'payload' ? 'NOT_XML' : undefined,
      );
}

/** type, or documentTypeId and processId. */
function kindOf(input: Submission): DocumentKind {
  if ((input.type === undefined) === (input.documentTypeId === undefined)) {
    throw invalidField('type', 'or documentTypeId with processId must be given, not both');
  }
  const fields = { type: input.type === undefined ? 'documentTypeId' : 'type', process: 'processId' };
  return documentKind(input.type ?? input.documentTypeId ?? '', input.processId, fields);
}

function address(field: string, text: string): ParticipantId {
  const id = parseParticipantId(text);
  if (!id) throw invalidField(field, 'must be a Peppol address such as 0007:5567321707');
  return id;
}

/** An upload serves one document. */
async function payloadOf(
  deps: SubmitDeps,
  principal: Principal,
  sender: Sender,
  { payload, payloadObjectKey: objectKey }: Submission,
  place: DocumentPlace,
): Promise<OutboundPayload> {
  if ((payload === undefined) === (objectKey === undefined)) {
    throw invalidField('payload', 'or payloadObjectKey must be given, not both');
  }
  if (objectKey !== undefined) {
    const bytes = await readUpload(deps, principal, sender.participant.company_id, objectKey, place);
    const beside: OutboundPayload['beside'] = async (tx, messageId) => {
      if (!(await useUpload(tx, objectKey, messageId))) throw new AppError('PAYLOAD_OBJECT_INVALID');
    };
    return { bytes, beside };
  }
  const bytes = documentOfText(payload ?? '');
  if (bytes.length > INLINE_LIMIT) throw new AppError('PAYLOAD_TOO_LARGE');
  if (bytes.length === 0) throw invalidField('payload', 'is empty; send the XML document', 'NOT_XML');
  return { bytes };
}
