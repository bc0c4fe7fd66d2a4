import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { detectType } from './document-type.ts';
import { type Finding, findingOf, inOrder, type Verdict } from './finding.ts';
import type { Hit } from './hit.ts';
import { type RuleSet, ruleSetFor, usualRuleSet } from './rule-sets.ts';
import { checkStructure } from './structure/check-structure.ts';
import { readTape, type Tape } from './tape/tape.ts';
import { DocumentView } from './view.ts';

export interface ValidateOptions {
  /** The day of the question, `YYYY-MM-DD`, today when omitted: decides which release of the rules is in force. */
  date?: string;
}

/**
 * Holds a document against the structure and the rules of its type. Never throws for what is in the bytes.
 *
 * @param bytes the XML document; what is not well formed becomes a finding with line and column
 * @param documentTypeId when omitted, what the document says it is; when it says nothing, all rules that may apply
 * @returns errors first, then warnings; `no-rules` when this type has none here
 */
export function validate(
  bytes: Uint8Array,
  documentTypeId?: DocumentTypeId,
  options: ValidateOptions = {},
): Verdict {
  const reading = readTape(bytes);
  if (!reading.ok) return illFormed(reading.problem);
  const { tape } = reading;
  const type = documentTypeId ?? detectType(tape);
  const ruleSet = type
    ? ruleSetFor(type, options.date)
    : usualRuleSet(tape.uri(0), tape.localName(0), options.date);
  return ruleSet ? judge(tape, ruleSet) : { kind: 'no-rules' };
}

/** What a document that was read breaks. All rules are asked, also where the structure is not in order. */
export function judge(tape: Tape, { version, structure, engine }: RuleSet): Verdict {
  const hits: Hit[] = [...checkStructure(tape, structure), ...engine.run(new DocumentView(tape))];
  const findings = inOrder(hits.map((hit) => findingOf(tape, hit, version)));
  return findings[0]?.severity === 'ERROR'
    ? { kind: 'invalid', findings, ruleset: version }
    : { kind: 'valid', warnings: findings, ruleset: version };
}

const XML = 'xml-1.0';

export function illFormed(problem: { message: string; line: number; column: number }): Verdict & {
  kind: 'invalid';
} {
  const finding: Finding = { code: 'XML', severity: 'ERROR', ...problem, location: '/', ruleset: XML };
  return { kind: 'invalid', findings: [finding], ruleset: XML };
}
