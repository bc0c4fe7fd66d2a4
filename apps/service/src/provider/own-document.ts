import { randomUUID } from 'node:crypto';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Tx } from '../platform/db/database.ts';
import type { ProviderMessageId } from '../platform/ids.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Provider } from './provider.ts';

export interface OwnDocument {
  kind: 'MLS' | 'TSR' | 'EUSR';
  /** Best first; the next one is taken when the network does not know the one before. */
  receivers: readonly ParticipantId[];
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  document: Uint8Array;
}

/** Sends a document of our own, as the provider that we are, from this transaction's commit on until it arrives. */
export async function sendAsProvider(
  tx: Tx,
  provider: Provider,
  own: OwnDocument,
): Promise<ProviderMessageId> {
  const id = newId<'ProviderMessage'>();
  await tx
    .insertInto('provider_messages')
    .values({
      id,
      kind: own.kind,
      status: 'QUEUED',
      sender: provider.spid,
      receivers: [...own.receivers],
      document_type_id: own.documentTypeId,
      process_id: own.processId,
      country_c1: provider.country,
      document: Buffer.from(own.document),
      as4_message_id: `${randomUUID()}@${provider.seat}`,
      conversation_id: randomUUID(),
      sbdh_instance_id: randomUUID(),
      envelope_created_at: new Date(),
    })
    .execute();
  await enqueue(tx, 'outbound.send-provider-message', { providerMessageId: id });
  return id;
}
