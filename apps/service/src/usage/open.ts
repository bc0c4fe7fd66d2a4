import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { addUpUsage, checkUsage } from './add-up.ts';
import { usageRoutes } from './routes.ts';

export function openUsage(base: Parameters<typeof usageRoutes>[0] & Parameters<typeof checkUsage>[0]) {
  return {
    routes: usageRoutes(base),
    jobs: {
      'usage.add-up': { run: () => addUpUsage(base) },
      'usage.check': { run: () => checkUsage(base) },
    } satisfies Partial<JobHandlers>,
    clock: [
      { task: 'usage.add-up', match: '* * * * *' },
      { task: 'usage.check', match: '23 2 * * *' },
    ] satisfies ClockWork[],
  };
}
