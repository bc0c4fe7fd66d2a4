import { ALIASES, aliasToType } from '@pappel/peppol-ids/aliases';
import {
  type DocumentTypeId,
  documentTypeState,
  type ProcessId,
  parseDocumentTypeId,
  parseProcessId,
} from '@pappel/peppol-ids/document-type-id';
import { invalidField } from '../platform/errors.ts';

export type Direction = 'SEND' | 'RECEIVE' | 'BOTH';

export interface CapabilityInput {
  documentTypeId: string;
  processId?: string;
  direction: Direction;
  allowUnvalidated?: boolean;
}

export interface DocumentKind {
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
}

/** What the caller calls the two fields, so that an error names the one that was sent. */
const FIELDS = { type: 'documentTypeId', process: 'processId' };

/** A short alias, or a full document type identifier together with its process. [CAP-1] */
export function documentKind(type: string, process: string | undefined, fields = FIELDS): DocumentKind {
  const known = aliasToType(type);
  if (known) {
    if (process !== undefined && parseProcessId(process) !== known.processId)
      throw invalidField(
        fields.process,
        `contradicts ${type}, which is ${known.processId}; leave it out, or give the full document type identifier`,
      );
    return known;
  }
  const documentTypeId = parseDocumentTypeId(type);
  if (!documentTypeId) {
    throw invalidField(fields.type, `is neither a document type identifier nor one of ${ALIASES.join(', ')}`);
  }
  const processId = process === undefined ? undefined : parseProcessId(process);
  if (!processId) throw invalidField(fields.process, 'is required with a full document type identifier');
  return { documentTypeId, processId };
}

/** A removed document type gets no new registration. `at` is where the capability stands in the body. */
export function registrableKind(input: CapabilityInput, at = ''): DocumentKind {
  const fields = { type: `${at}documentTypeId`, process: `${at}processId` };
  const kind = documentKind(input.documentTypeId, input.processId, fields);
  const state = documentTypeState(kind.documentTypeId);
  if (state === 'removed' || state === 'deprecated') {
    throw invalidField(fields.type, `is ${state} in the Peppol code list; use its successor`);
  }
  return kind;
}

/** SEND where RECEIVE exists, and the other way round, is BOTH. */
export function merged(existing: Direction, added: Direction): Direction {
  return existing === added ? existing : 'BOTH';
}

export const canSend = (direction: Direction): boolean => direction !== 'RECEIVE';
export const canReceive = (direction: Direction): boolean => direction !== 'SEND';
