import { END_USER_RULES } from './end-user-rules.ts';
import { type ReadReport, readReport } from './read-report.ts';
import { TRANSACTION_RULES } from './transaction-rules.ts';

export interface ReportFinding {
  /** Of the official rules, such as `SCH-TSR-04`; `XSD` where the structure is another. */
  code: string;
  message: string;
}

export type ReportVerdict = { valid: true; report: ReadReport } | { valid: false; findings: ReportFinding[] };

/**
 * Holds a report against its structure and its rules [TSR rules 1.0.4, EUSR rules 1.1.4].
 *
 * @param bytes the XML, of either kind
 * @returns the report as it reads, or everything that is wrong with it
 */
export function checkReport(bytes: Uint8Array): ReportVerdict {
  const report = readReport(bytes);
  if ('problem' in report) return { valid: false, findings: [{ code: 'XSD', message: report.problem }] };
  const rules = report.kind === 'TSR' ? TRANSACTION_RULES : END_USER_RULES;
  const broken = rules.filter((rule) => !rule.holds(report));
  if (broken.length === 0) return { valid: true, report };
  return { valid: false, findings: broken.map(({ id, message }) => ({ code: id, message })) };
}
