import type { Hit, Severity } from './hit.ts';
import type { Difference } from './rule-sets.ts';
import type { Tape } from './tape/tape.ts';

/** One violated rule at one place. */
export interface Finding {
  /** Rule id such as BR-CO-15, or XML, XSD, DOCUMENT_TYPE_MISMATCH, ADDRESS_MISMATCH, TIMEOUT. */
  code: string;
  severity: Severity;
  /** For people who keep books. */
  message: string;
  /** XPath of the element. */
  location?: string;
  /** Counted from 1, columns in characters. */
  line?: number;
  column?: number;
  /** Name and version of the rules, such as `peppol-2026.5`. */
  ruleset: string;
}

export type Verdict = Judgement | { kind: 'no-rules' };

/** Errors first; without one a document is valid. */
export interface Judgement {
  kind: 'valid' | 'invalid';
  findings: Finding[];
  ruleset: string;
  /** Where installed rules were asked beside the built-in ones. */
  differences: Difference[];
}

/** Says where in the document a hit is. */
export function findingOf(tape: Tape, { code, severity, message, node }: Hit, ruleset: string): Finding {
  return { code, severity, message, location: tape.xpath(node), ...tape.position(node), ruleset };
}

/** Errors first, in the order in which they were found. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ severity }) => severity === 'ERROR'),
    ...findings.filter(({ severity }) => severity === 'WARNING'),
  ];
}
