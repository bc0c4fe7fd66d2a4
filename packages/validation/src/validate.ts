import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { excerpt } from './excerpt.ts';
import { findingsOf, type Judgement, onlyFinding, type Verdict } from './finding.ts';
import { HitLog } from './hit-log.ts';
import { BUILTIN, type RuleBook } from './rule-book.ts';
import type { RuleSet } from './rule-sets.ts';
import { checkStructure } from './structure/check-structure.ts';
import { readTape, type Tape } from './tape/tape.ts';

export interface ValidateOptions {
  /** The day of the question, `YYYY-MM-DD`, today when omitted: decides which release of the rules is in force. */
  date?: string;
  /** Pappel's own rules when omitted. */
  rules?: RuleBook;
}

/**
 * Holds a document against the structure and the rules of its type. Never throws for what is in the bytes, and what it
 * answers is small however broken the document is.
 *
 * @param bytes the XML document; what is not well formed becomes a finding with line and column
 * @param documentTypeId when omitted, what the document says it is; when it says nothing, all rules that may apply
 * @returns errors first, then warnings; `no-rules` when this type has none here
 */
export function validate(
  bytes: Uint8Array,
  documentTypeId?: DocumentTypeId,
  { date, rules = BUILTIN }: ValidateOptions = {},
): Verdict {
  const reading = readTape(bytes);
  if (!reading.ok) return illFormed(reading.problem);
  const { tape } = reading;
  const ruleSet = documentTypeId ? rules.for(documentTypeId, date) : rules.forDocument(tape, date);
  return ruleSet ? judge(tape, ruleSet) : { kind: 'no-rules' };
}

/**
 * What a document that was read breaks. All rules are asked, also where the structure is not in order, until there are
 * too many findings.
 *
 * @param hits what was found before
 */
export function judge(tape: Tape, ruleSet: RuleSet, hits = new HitLog()): Judgement {
  const { version, structure, check, compare } = ruleSet;
  if (structure) checkStructure(tape, structure, hits);
  if (!hits.isFull) check(tape, hits);
  const found = findingsOf(tape, hits, version);
  const kind = found.findings[0]?.severity === 'ERROR' ? 'invalid' : 'valid';
  return { kind, ...found, ruleset: version, differences: compare?.(tape, hits) ?? [] };
}

const XML = 'xml-1.0';

export function illFormed(problem: { message: string; line: number; column: number }): Judgement {
  const message = excerpt(problem.message, 300);
  return onlyFinding({ ...problem, message, code: 'XML', location: '/', ruleset: XML });
}
