import { monthBefore } from '@pappel/reporting/report';
import type { Logger } from 'pino';
import type { Metrics } from '../platform/metrics.ts';
import type { Siblings } from '../platform/siblings.ts';
import { type ReportDeps, sendReport } from './report.ts';

export interface SendDueDeps extends ReportDeps {
  metrics: Metrics;
  log: Pick<Logger, 'error'>;
  siblings: Pick<Siblings, 'tell'>;
}

/**
 * The last attempt to send a document begins a day and a half after the first, so that two days into the month nearly all
 * of the month before is counted; what comes later makes another version, which is sent too.
 */
const FIRST_DAY = 3;
/** Nothing that OpenPeppol receives later is processed [Reporting SP Operational Guideline 2.1]. */
const LAST_DAY = 15;
/** On the day after, OpenPeppol sends a reminder. */
const LATE_DAY = 10;

/** Every day: sends the reports of the month before, each version once, and says when one is late. */
export async function sendDueReports(deps: SendDueDeps, now = new Date()): Promise<void> {
  const day = now.getUTCDate();
  if (!deps.provider.sendsReports || day < FIRST_DAY || day > LAST_DAY) return;
  let late = 0;
  for (const kind of ['TSR', 'EUSR'] as const) {
    const report = await sendReport(deps, { kind, month: monthBefore(now) });
    if (report.delivery?.status === 'AS4_ACCEPTED' || day < LATE_DAY) continue;
    late++;
    const { month, delivery } = report;
    deps.log.error({ kind, month, delivery }, 'a report is late; its deadline is the 15th');
  }
  deps.metrics.lateReports.set(late);
  deps.siblings.tell('lateReports', late);
}
