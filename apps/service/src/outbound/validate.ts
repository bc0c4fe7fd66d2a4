import type { Validator } from '@pappel/validation/validator';
import type { MessageRow } from '../messages/transition.ts';
import type { Verdict } from '../messages/verdict.ts';
import type { DocumentRoom } from '../platform/document-room.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { sha256Of } from '../platform/sha256.ts';

export interface VerdictDeps {
  payloads: PayloadStore;
  validator: Validator;
  documentRoom: DocumentRoom;
  strictAddressing: boolean;
}

/**
 * What the rules say of an outbound document, which is read where it is not in hand; undefined as with `payloadOf`. Asking
 * twice gives the same verdict.
 */
export async function verdictOn(
  deps: VerdictDeps,
  message: MessageRow,
  inHand?: Uint8Array,
): Promise<Verdict | undefined> {
  using place = deps.documentRoom.place(message.account_id);
  await place.take(message.bytes, 'of-a-job');
  const payload = inHand ?? (await payloadOf(deps.payloads, message));
  if (!payload) return undefined;
  const expected = {
    documentTypeId: message.document_type_id,
    sender: message.sender,
    receiver: message.receiver,
    strictAddressing: deps.strictAddressing,
  };
  return deps.validator.check(payload, expected, 'given', message.account_id);
}

/** The bytes of a document that was taken; undefined when they are gone, or are not those that were taken. */
export async function payloadOf(payloads: PayloadStore, message: MessageRow): Promise<Buffer | undefined> {
  const payload = await payloads.get(message.payload_key);
  if (!payload) return undefined;
  return (await sha256Of(payload)) === message.sha256 ? payload : undefined;
}

/** Nothing goes out that was not submitted. */
export const DAMAGED = {
  code: 'PAYLOAD_DAMAGED',
  message:
    'What is kept of this document is not what was submitted, so it was not sent. Submit it again; the operator was told.',
} as const;
