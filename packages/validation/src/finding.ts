import { excerpt, LONGEST_LOCATION } from './excerpt.ts';
import type { Severity } from './hit.ts';
import { type HitLog, MOST_ERRORS, MOST_LISTED } from './hit-log.ts';
import type { Difference } from './rule-sets.ts';
import type { Tape } from './tape/tape.ts';

/** One violated rule, at the first place where it is, and how often. Texts that come from the document are cut short. */
export interface Finding {
  /**
   * Rule id such as BR-CO-15, or XML, XSD, DOCUMENT_TYPE_MISMATCH, ADDRESS_MISMATCH, DOCUMENT_TOO_BUSY,
   * TOO_MANY_FINDINGS.
   */
  code: string;
  severity: Severity;
  /** For people who keep books. */
  message: string;
  /** What stands there, when the rule is about a value. */
  found?: string;
  /** What should stand there: a value, an amount, or the codes that were probably meant. */
  expected?: string;
  /** At how many places, when at more than one. */
  count?: number;
  /** XPath of the element. */
  location?: string;
  /** Counted from 1, columns in characters. */
  line?: number;
  column?: number;
  /** Name and version of the rules, such as `peppol-2026.5`. */
  ruleset: string;
}

/** What is said against a document. */
export interface Findings {
  /** Errors first, at most 100; repeats of a rule are one of them. */
  findings: Finding[];
  /** Every place with an error or a warning: what the counts of all findings add up to, listed or not. */
  total: number;
  /** How many of these are warnings. */
  warnings: number;
}

export type Verdict = Judgement | { kind: 'no-rules' };

/** Errors first; without one a document is valid. */
export interface Judgement extends Findings {
  kind: 'valid' | 'invalid';
  ruleset: string;
  /** Where installed rules were asked beside the built-in ones. */
  differences: Difference[];
}

const RULESET = 'pappel-1';

/** Says where in the document the hits are. */
export function findingsOf(tape: Tape, hits: HitLog, ruleset: string): Findings {
  const findings = hits.listed().map((hit): Finding => {
    const { code, severity, message, found, expected, count, node } = hit;
    return {
      code,
      severity,
      message,
      ...(found !== undefined && { found }),
      ...(expected !== undefined && { expected }),
      ...(count > 1 && { count }),
      location: excerpt(tape.xpath(node), LONGEST_LOCATION),
      ...tape.position(node),
      ruleset: hit.ruleset ?? ruleset,
    };
  });
  const { errorCount, warningCount, isFull } = hits;
  const stopped = isFull ? [stoppedAt(tape)] : [];
  const errors = findings
    .filter(({ severity }) => severity === 'ERROR')
    .slice(0, MOST_LISTED - stopped.length);
  const warnings = findings.filter(({ severity }) => severity === 'WARNING');
  return {
    findings: [...errors, ...stopped, ...warnings].slice(0, MOST_LISTED),
    total: errorCount + warningCount + stopped.length,
    warnings: warningCount,
  };
}

const stoppedAt = (tape: Tape): Finding => ({
  code: 'TOO_MANY_FINDINGS',
  severity: 'ERROR',
  message: `The document was not checked to its end: more than ${MOST_ERRORS.toLocaleString('en')} places are wrong. Correct those that are listed, then send it again.`,
  location: excerpt(tape.xpath(0), LONGEST_LOCATION),
  ...tape.position(0),
  ruleset: RULESET,
});

/** The one finding against a document that could not be judged by its rules at all. */
export function onlyFinding(finding: Omit<Finding, 'severity'>): Judgement {
  return {
    kind: 'invalid',
    findings: [{ ...finding, severity: 'ERROR' }],
    total: 1,
    warnings: 0,
    ruleset: finding.ruleset,
    differences: [],
  };
}

/** Against a document that takes more time or memory than one may. */
export function tooBusy(why: 'time' | 'memory', limitMs: number): Judgement {
  const reason =
    why === 'time'
      ? `could not be checked within ${limitMs / 1000} seconds`
      : 'needs too much memory to be checked';
  const message = `The document ${reason}. Split it into smaller ones.`;
  return onlyFinding({
    code: 'DOCUMENT_TOO_BUSY',
    message,
    location: '/',
    line: 1,
    column: 1,
    ruleset: RULESET,
  });
}
