import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Validator } from '@pappel/validation/validator';
import type { MessageRow } from '../messages/transition.ts';
import type { Verdict } from '../messages/verdict.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

export interface VerdictDeps {
  payloads: PayloadStore;
  validator: Validator;
  strictAddressing: boolean;
}

/** What the rules say of an outbound document. Asking twice gives the same verdict. */
export async function verdictOn(deps: VerdictDeps, message: MessageRow): Promise<Verdict> {
  return deps.validator.check(await payloadOf(deps.payloads, message), {
    documentTypeId: message.document_type_id as DocumentTypeId,
    sender: message.sender as ParticipantId,
    receiver: message.receiver as ParticipantId,
    strictAddressing: deps.strictAddressing,
  });
}

/** The bytes of a document that was taken. */
export async function payloadOf(payloads: PayloadStore, message: MessageRow): Promise<Buffer> {
  const payload = await payloads.get(message.payload_key);
  if (!payload) throw new Error(`The payload ${message.payload_key} of message ${message.id} is missing`);
  return payload;
}
