import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type DocumentFacts, factsOf } from './document-facts.ts';
import { excerpt } from './excerpt.ts';
import type { Findings, Judgement } from './finding.ts';
import type { Hits } from './hit.ts';
import { HitLog } from './hit-log.ts';
import { BUILTIN, type RuleBook } from './rule-book.ts';
import type { Difference } from './rule-sets.ts';
import { namespaceLabel } from './structure/check-structure.ts';
import { readTape } from './tape/tape.ts';
import { illFormed, judge } from './validate.ts';

export interface DocumentVerdict extends Findings {
  valid: boolean;
  /** Empty when the type has no rules here. */
  ruleset: string;
  /** What the document calls itself, if it can be read and has a number. */
  documentNumber: string | undefined;
  /** How it names who sends and who receives. */
  senderName: string | undefined;
  receiverName: string | undefined;
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
/** A CustomizationID, an address. */
const LONGEST_ID = 200;

/**
 * Decides whether a document may travel: its rules, and whether it is what the request says it is. [VAL-4, VAL-5]
 */
export function checkDocument(
  bytes: Uint8Array,
  expected: Expected,
  rules: RuleBook = BUILTIN,
): DocumentVerdict {
  const ruleSet = rules.for(expected.documentTypeId);
  const reading = readTape(bytes);
  if (!reading.ok) return verdictOf(ruleSet ? illFormed(reading.problem) : NOT_JUDGED, undefined);
  const { tape } = reading;
  const facts = factsOf(tape);
  if (!ruleSet) return verdictOf(NOT_JUDGED, facts);
  const hits = new HitLog();
  noteTypeMismatch(facts, expected.documentTypeId, hits);
  noteAddressMismatches(facts, expected, hits);
  return verdictOf(judge(tape, ruleSet, hits), facts);
}

const NOT_JUDGED: Judgement = {
  kind: 'valid',
  findings: [],
  total: 0,
  warnings: 0,
  ruleset: '',
  differences: [],
};

/** A judgement as the verdict on a document of which this is known. */
export function verdictOf(
  { kind, ...judgement }: Judgement,
  facts: Pick<DocumentFacts, 'documentNumber' | 'senderName' | 'receiverName'> | undefined,
): DocumentVerdict {
  return {
    valid: kind === 'valid',
    ...judgement,
    documentNumber: facts?.documentNumber,
    senderName: facts?.senderName,
    receiverName: facts?.receiverName,
  };
}

const AT_ROOT = { node: 0, ruleset: RULESET };

function noteTypeMismatch(facts: DocumentFacts, documentTypeId: DocumentTypeId, hits: Hits): void {
  const { namespace, localName, customizationId } = documentTypeParts(documentTypeId);
  const isSameName = facts.localName === localName && facts.customizationId === customizationId;
  if (isSameName && facts.namespace === namespace) return;
  const code = 'DOCUMENT_TYPE_MISMATCH';
  hits.add(code, { code, severity: 'ERROR', ...AT_ROOT }, () => {
    const name = (root: string, id: string | undefined): string =>
      `${excerpt(root)} with CustomizationID ${id === undefined ? 'missing' : excerpt(id, LONGEST_ID)}`;
    const [found, wanted] = isSameName
      ? [namespaceLabel(facts.namespace), namespaceLabel(namespace)]
      : [name(facts.localName, facts.customizationId), name(localName, customizationId)];
    const message = `The document is not of the type that the request names. Found ${found}, expected ${wanted}.`;
    return { message, found, expected: wanted };
  });
}

function noteAddressMismatches(facts: DocumentFacts, expected: Expected, hits: Hits): void {
  const severity = expected.strictAddressing ? 'ERROR' : 'WARNING';
  const code = 'ADDRESS_MISMATCH';
  for (const role of ['sender', 'receiver'] as const) {
    const address = facts[role];
    if (address === undefined || address === expected[role]) continue;
    hits.add(`${code} ${role}`, { code, severity, ...AT_ROOT }, () => {
      const found = excerpt(address, LONGEST_ID);
      const message = `The ${role} inside the document is ${found}, the request says ${expected[role]}.`;
      return { message, found, expected: expected[role] };
    });
  }
}
