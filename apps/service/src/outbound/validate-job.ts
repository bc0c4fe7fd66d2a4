import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Validator } from '@pappel/validation/validator';
import { type MessageRow, moveMessage } from '../messages/transition.ts';
import type { Db } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/enqueue.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

export interface ValidateDeps {
  db: Db;
  payloads: PayloadStore;
  validator: Validator;
  strictAddressing: boolean;
}

/** QUEUED_VALIDATION to QUEUED, or to VALIDATION_FAILED with findings. Running it twice gives the same verdict. */
export async function validateMessage(
  deps: ValidateDeps,
  { messageId }: { messageId: string },
): Promise<void> {
  const row = await deps.db
    .selectFrom('messages')
    .where('id', '=', messageId as never)
    .selectAll()
    .executeTakeFirst();
  if (row?.status !== 'QUEUED_VALIDATION') return;
  const message = row as MessageRow;
  const payload = await deps.payloads.get(message.payload_key);
  if (!payload) throw new Error(`The payload ${message.payload_key} of message ${message.id} is missing`);
  const verdict = await deps.validator.check(payload, {
    documentTypeId: message.document_type_id as DocumentTypeId,
    sender: message.sender as ParticipantId,
    receiver: message.receiver as ParticipantId,
    strictAddressing: deps.strictAddressing,
  });
  if (verdict.valid) {
    await moveMessage(
      deps.db,
      message,
      { to: 'QUEUED', verdict },
      addJob('outbound.send', { messageId: message.id }),
    );
  } else {
    await moveMessage(deps.db, message, { to: 'VALIDATION_FAILED', verdict });
  }
}
