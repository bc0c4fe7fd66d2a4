import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { Db } from '../platform/db/database.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { canReceive } from './capability.ts';
import { capabilitiesOf } from './view.ts';

/** A document type that an address receives, with its processes: what is published of it. */
export interface ReceivedType {
  documentTypeId: DocumentTypeId;
  processIds: ProcessId[];
}

/** By document type, in the order in which they were registered. */
export async function receivedTypes(db: Db, participantId: ParticipantRowId): Promise<ReceivedType[]> {
  const types = new Map<string, ReceivedType>();
  for (const { document_type_id, process_id, direction } of await capabilitiesOf(db, [participantId])) {
    if (!canReceive(direction)) continue;
    const type = types.get(document_type_id) ?? { documentTypeId: document_type_id, processIds: [] };
    type.processIds.push(process_id);
    types.set(document_type_id, type);
  }
  return [...types.values()];
}
