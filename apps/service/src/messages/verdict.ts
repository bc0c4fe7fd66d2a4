import type { StoredFinding } from '../platform/db/tables.ts';

export interface Verdict {
  valid: boolean;
  /** Errors first, at most 100, repeats of a rule folded. [VAL-2] */
  findings: StoredFinding[];
  /** Every place with an error or a warning. */
  total: number;
  /** How many of these are warnings. */
  warnings: number;
  /** Empty when the type has no rules. */
  ruleset: string;
}

/** The columns of a message that hold the verdict on it. */
export function verdictColumns({ valid, findings, total, warnings, ruleset }: Verdict) {
  const judged = valid ? ('VALID' as const) : ('VALIDATION_FAILED' as const);
  return {
    verdict: ruleset === '' ? ('SKIPPED' as const) : judged,
    ruleset_version: ruleset || null,
    validated_at: new Date(),
    validation_errors: total === 0 ? null : JSON.stringify(findings),
    validation_errors_total: total,
    validation_warnings: warnings,
  };
}
