import { mayBeAnswered, type ResponseCode, type StatusIssue } from '@pappel/mls/status';
import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { StoredFinding } from '../platform/db/tables.ts';
import type { MlsType } from '../settings/provider.ts';

/**
 * Whether an inbound document is to be answered, and after how many seconds: at once when it is rejected; when it is not,
 * and its sender asks, as soon as it was collected or has waited long enough [MLS 4.2, PNP MLS-3].
 */
export function statusDueIn(
  document: { documentTypeId: DocumentTypeId; isRejected: boolean; mlsType: MlsType | undefined },
  waitSeconds: number,
): number | undefined {
  if (!mayBeAnswered(document.documentTypeId)) return undefined;
  if (document.isRejected) return 0;
  return document.mlsType === 'ALWAYS_SEND' ? waitSeconds : undefined;
}

export interface Answer {
  code: ResponseCode;
  description: string;
  issues: StatusIssue[];
}

/** What became of a document: rejected by its rules, taken by C4, or kept for C4 to collect [MLS 2.2]. */
export function answerFor(document: {
  isRejected: boolean;
  isCollected: boolean;
  findings: readonly StoredFinding[];
}): Answer {
  const { isRejected, isCollected, findings } = document;
  if (!isRejected)
    return isCollected
      ? { code: 'AP', description: 'The receiver collected the document and confirmed it.', issues: [] }
      : { code: 'AB', description: 'The document is kept for the receiver to collect.', issues: [] };
  return {
    code: 'RE',
    description: 'The document was rejected because it failed validation.',
    issues: findings.map(issueOf),
  };
}

/** Findings of the XML itself and of the structure of UBL are about syntax; all others about rules [MLS 2.2.1]. */
const SYNTAX = new Set(['XML', 'XSD']);

function issueOf({ code, severity, message, location }: StoredFinding): StatusIssue {
  const failure = SYNTAX.has(code) ? ('SV' as const) : ('BV' as const);
  return {
    reason: severity === 'ERROR' ? failure : 'BW',
    description: `${code}: ${message}`,
    ...(location === undefined ? {} : { location }),
  };
}
