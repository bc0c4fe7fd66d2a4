import {
  type DocumentTypeId,
  documentTypeIdOf,
  documentTypeParts,
  processIdOf,
} from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, schemeOf, valuePart } from '@pappel/peppol-ids/participant-id';
import { isSpid } from '@pappel/peppol-ids/seat-id';

export const CUSTOMIZATION = 'urn:peppol:edec:mls:1.0';
export const PROFILE = 'urn:peppol:edec:mls';
export const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** What a Message Level Status travels as [MLS 9.1]. */
export const MLS_DOCUMENT_TYPE = documentTypeIdOf(
  `busdox-docid-qns::${UBL}:ApplicationResponse-2::ApplicationResponse##${CUSTOMIZATION}::2.1`,
);
export const MLS_PROCESS = processIdOf(PROFILE);

const STATUSES = new Set([CUSTOMIZATION, 'urn:fdc:peppol.eu:poacc:trns:mlr:3']);

/** Whether a document of this type may be answered with a status: a status may not, old kind or new [MLS OP-MLS-03]. */
export function mayBeAnswered(documentTypeId: DocumentTypeId): boolean {
  return !STATUSES.has(documentTypeParts(documentTypeId).customizationId);
}

/** Delivered with confirmation; delivered without; not delivered [MLS 2.2]. */
export const RESPONSE_CODES = ['AP', 'AB', 'RE'] as const;
export type ResponseCode = (typeof RESPONSE_CODES)[number];

/** Syntax violated; rule violated; rule violated that only warns; delivery failed for good [MLS 7.3]. */
export const REASON_CODES = ['SV', 'BV', 'BW', 'FD'] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface StatusIssue {
  reason: ReasonCode;
  /** For people, in English. */
  description: string;
  /** XPath into the business document; undefined where it is about no place of it. */
  location?: string;
}

export interface MessageLevelStatus {
  /** Unique to this status; a UUID is best. */
  id: string;
  issuedAt: Date;
  /** C3, as `0242:` and a SPID. */
  sender: ParticipantId;
  /** C2, likewise. */
  receiver: ParticipantId;
  code: ResponseCode;
  /** For people; a rejection needs one. */
  description?: string;
  /** InstanceIdentifier of the envelope that the business document came in. */
  reference: string;
  issues: StatusIssue[];
}

const isProvider = (id: ParticipantId): boolean => schemeOf(id) === '0242' && isSpid(valuePart(id));

/** What keeps this from being a status that the rules accept; empty when nothing does [MLS 5]. */
export function problemsOf(status: MessageLevelStatus): string[] {
  const { code, description, issues } = status;
  const failures = issues.filter((issue) => issue.reason !== 'BW');
  const problems = [
    status.id.trim() === '' && 'It has no identifier',
    !(isProvider(status.sender) && isProvider(status.receiver)) && 'Both parties must be service providers',
    Number.isNaN(status.issuedAt.getTime()) && 'Its time of issue is no time',
    status.reference.trim() === '' && 'It refers to no document',
    issues.some((issue) => issue.description.trim() === '') && 'An issue has no description',
    code === 'RE' && !description?.trim() && 'A rejection must have a description',
    code === 'RE' && failures.length === 0 && 'A rejection must have an issue that is a failure',
    code !== 'RE' && failures.length > 0 && 'Only a rejection may have an issue that is a failure',
  ];
  return problems.filter((problem) => problem !== false);
}
