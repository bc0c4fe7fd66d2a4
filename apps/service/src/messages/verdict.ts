import type { StoredFinding } from '../platform/db/tables.ts';

export interface Verdict {
  valid: boolean;
  findings: StoredFinding[];
  /** Empty when the type has no rules. */
  ruleset: string;
}

/** Findings kept with a message; more are only counted. [contract L89] */
const FINDINGS_KEPT = 100;

/** The columns of a message that hold the verdict on it. */
export function verdictColumns({ valid, findings, ruleset }: Verdict) {
  const errors = findings.filter((finding) => finding.severity === 'ERROR').length;
  const judged = valid ? ('VALID' as const) : ('VALIDATION_FAILED' as const);
  return {
    verdict: ruleset === '' ? ('SKIPPED' as const) : judged,
    ruleset_version: ruleset || null,
    validated_at: new Date(),
    validation_errors: valid ? null : JSON.stringify(findings.slice(0, FINDINGS_KEPT)),
    validation_errors_total: errors,
    validation_warnings: findings.length - errors,
  };
}
