import {
  type DocumentTypeId,
  type ProcessId,
  parseProcessId,
  processesOf,
} from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { typeByFacts } from '@pappel/validation/document-type';
import type { Validator } from '@pappel/validation/validator';
import type { AccountId } from '../platform/ids.ts';

/** Why a file became no document, in the words of its sidecar. */
export interface Refused {
  code: string;
  message: string;
}

/** What a document says of itself: who sends what to whom. */
export interface Addressed {
  sender: ParticipantId;
  receiver: ParticipantId;
  kind: { documentTypeId: DocumentTypeId; processId: ProcessId };
}

export const refused = (code: string, message: string): { refused: Refused } => ({
  refused: { code, message },
});

/** Nobody says beside the file where it goes: it stands in the document. [SFT-4] */
export async function readDocument(
  validator: Validator,
  bytes: Buffer,
  { address: directoryAddress, accountId }: { address: string; accountId: AccountId },
): Promise<{ document: Addressed } | { refused: Refused }> {
  if (bytes.length === 0) return refused('EMPTY', 'The file is empty. Upload the document again.');
  const reading = await validator.read(bytes, accountId);
  if (!reading.ok) {
    const { message, line, column } = reading.problem;
    const what = `The file is not an XML document that can be sent. Line ${line}, column ${column}: ${message}`;
    return refused('NOT_XML', `${what}. Correct it and upload it again.`);
  }
  const { facts } = reading;
  const documentTypeId = typeByFacts(facts);
  if (!documentTypeId)
    return refused(
      'DOCUMENT_TYPE_UNKNOWN',
      'Root element and CustomizationID are of no Peppol document type. Correct them and upload it again.',
    );
  const processId =
    facts.profileId === undefined ? processesOf(documentTypeId)[0] : parseProcessId(facts.profileId);
  if (!processId)
    return refused('PROCESS_UNKNOWN', 'ProfileID is no Peppol process. Correct it and upload it again.');
  const sender = parseParticipantId(facts.sender ?? '');
  if (sender !== directoryAddress)
    return refused(
      'SENDER_NOT_ALLOWED',
      `The document is sent by ${facts.sender ?? 'nobody'}, but this directory is that of ${directoryAddress}. Upload it where it belongs.`,
    );
  const receiver = parseParticipantId(facts.receiver ?? '');
  if (!receiver)
    return refused(
      'RECEIVER_MISSING',
      'The document names no Peppol address of a receiver. Add its EndpointID and upload it again.',
    );
  return { document: { sender, receiver, kind: { documentTypeId, processId } } };
}
