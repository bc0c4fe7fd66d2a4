import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type DocumentFacts, documentFacts } from './document-facts.ts';
import type { Finding } from './finding.ts';
import { validate } from './validate.ts';

export interface DocumentVerdict {
  valid: boolean;
  /** Errors first. */
  findings: Finding[];
  /** Empty when the type has no rules here. */
  ruleset: string;
}

export interface Expected {
  documentTypeId: DocumentTypeId;
  sender: ParticipantId;
  receiver: ParticipantId;
  /** Whether other addresses inside the document make it invalid instead of a warning. */
  strictAddressing: boolean;
}

const RULESET = 'pappel-1';

/**
 * Decides whether a document may travel: its rules, and whether it is what the request says it is. [contract 2, XML
 * header vs request]
 */
export function checkDocument(bytes: Uint8Array, expected: Expected): DocumentVerdict {
  const verdict = validate(bytes, expected.documentTypeId);
  const facts = documentFacts(bytes);
  const own = facts
    ? [...typeMismatch(facts, expected.documentTypeId), ...addressMismatches(facts, expected)]
    : [];
  if (verdict.kind === 'no-rules') return { valid: true, findings: [], ruleset: '' };
  const findings = [...own, ...(verdict.kind === 'valid' ? verdict.warnings : verdict.findings)];
  const errors = findings.filter((finding) => finding.severity === 'ERROR');
  const warnings = findings.filter((finding) => finding.severity === 'WARNING');
  return { valid: errors.length === 0, findings: [...errors, ...warnings], ruleset: verdict.ruleset };
}

function typeMismatch(facts: DocumentFacts, documentTypeId: DocumentTypeId): Finding[] {
  const { namespace, localName, customizationId } = documentTypeParts(documentTypeId);
  const fits =
    facts.namespace === namespace &&
    facts.localName === localName &&
    facts.customizationId === customizationId;
  if (fits) return [];
  const found = `${facts.localName} with CustomizationID ${facts.customizationId ?? 'missing'}`;
  const message = `The document is not of the type that the request names. Found ${found}, expected ${localName} with ${customizationId}.`;
  return [
    {
      code: 'DOCUMENT_TYPE_MISMATCH',
      severity: 'ERROR',
      message,
      location: `/${facts.localName}`,
      line: 1,
      column: 1,
      ruleset: RULESET,
    },
  ];
}

function addressMismatches(facts: DocumentFacts, expected: Expected): Finding[] {
  const severity = expected.strictAddressing ? 'ERROR' : 'WARNING';
  return (['sender', 'receiver'] as const)
    .filter((role) => facts[role] !== undefined && facts[role] !== expected[role])
    .map((role) => ({
      code: 'ADDRESS_MISMATCH',
      severity,
      message: `The ${role} inside the document is ${facts[role]}, the request says ${expected[role]}.`,
      location: `/${facts.localName}`,
      ruleset: RULESET,
    }));
}
