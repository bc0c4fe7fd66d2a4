import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { reportRoutes } from './operator-routes.ts';
import { type SendDueDeps, sendDueReports } from './send-due-job.ts';

export const openReporting = (base: SendDueDeps) => ({
  operatorRoutes: reportRoutes(base),
  jobs: {
    'reporting.send-due': { run: () => sendDueReports(base) },
  } satisfies Partial<JobHandlers>,
  clock: [{ task: 'reporting.send-due', match: '7 6 * * *' }] satisfies ClockWork[],
});
