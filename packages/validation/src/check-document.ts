import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type DocumentFacts, factsOf } from './document-facts.ts';
import { type Finding, inOrder } from './finding.ts';
import { BUILTIN, type RuleBook } from './rule-book.ts';
import type { Difference } from './rule-sets.ts';
import { readTape } from './tape/tape.ts';
import { illFormed, judge } from './validate.ts';

export interface DocumentVerdict {
  valid: boolean;
  /** Errors first. */
  findings: Finding[];
  /** Empty when the type has no rules here. */
  ruleset: string;
  /** What the document calls itself, if it can be read and has a number. */
  documentNumber: string | undefined;
  /** Where installed rules were asked beside the built-in ones. */
  differences: Difference[];
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
export function checkDocument(
  bytes: Uint8Array,
  expected: Expected,
  rules: RuleBook = BUILTIN,
): DocumentVerdict {
  const ruleSet = rules.for(expected.documentTypeId);
  const reading = readTape(bytes);
  const facts = reading.ok ? factsOf(reading.tape) : undefined;
  const documentNumber = facts?.documentNumber;
  if (!ruleSet) return { valid: true, findings: [], ruleset: '', documentNumber, differences: [] };
  const judgement = reading.ok ? judge(reading.tape, ruleSet) : illFormed(reading.problem);
  const own = facts
    ? [...typeMismatch(facts, expected.documentTypeId), ...addressMismatches(facts, expected)]
    : [];
  const findings = inOrder([...own, ...judgement.findings]);
  const valid = findings[0]?.severity !== 'ERROR';
  const { version: ruleset } = ruleSet;
  return { valid, findings, ruleset, documentNumber, differences: judgement.differences };
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
