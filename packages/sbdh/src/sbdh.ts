import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';

export const SBDH_NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
/** Of BinaryContent and TextContent, around payloads that are not XML [SBDH 2.0.2 2.4]. */
export const PAYLOAD_NAMESPACE = 'http://peppol.eu/xsd/ticc/envelope/1.0';

export interface AdditionalScope {
  type: string;
  value: string;
  identifier?: string;
}

export interface SbdhInput {
  sender: ParticipantId;
  receiver: ParticipantId;
  /** Unique per envelope and kept on a transport retry; what a Message Level Status refers to. */
  instanceIdentifier: string;
  creationDateTime: Date;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  /** Country of the end user who sends, ISO 3166-1 alpha-2. */
  countryC1: string;
  /** Where C3 must send its Message Level Status: `0242:` and a SPID. */
  mlsTo?: string;
  mlsType?: 'FAILURE_ONLY' | 'ALWAYS_SEND';
  additional?: AdditionalScope[];
}

/** The header of an envelope as it was read. */
export interface Sbdh extends SbdhInput {
  /** Namespace of the payload's root. */
  standard: string;
  typeVersion: string;
  /** Local name of the payload's root. */
  type: string;
  additional: AdditionalScope[];
}

/** What may be wrong with an envelope; the names are those of peppol-commons. */
export type SbdhErrorId =
  | 'invalid-sbd-xml'
  | 'missing-sbdh'
  | 'invalid-header-version'
  | 'invalid-sender-count'
  | 'invalid-sender-authority'
  | 'invalid-sender-value'
  | 'invalid-receiver-count'
  | 'invalid-receiver-authority'
  | 'invalid-receiver-value'
  | 'business-scope-missing'
  | 'invalid-scope-count'
  | 'missing-document-type-identifier'
  | 'invalid-document-type-identifier'
  | 'missing-process-identifier'
  | 'invalid-process-identifier'
  | 'missing-country-c1'
  | 'invalid-country-c1'
  | 'invalid-business-message'
  | 'invalid-standard'
  | 'invalid-type-version'
  | 'invalid-type'
  | 'invalid-instance-identifier'
  | 'invalid-creation-date-time';

export interface SbdhError {
  id: SbdhErrorId;
  message: string;
}
