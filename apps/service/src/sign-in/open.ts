import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { deskRoutes } from './operator-routes.ts';
import { signInRoutes } from './routes.ts';
import { sweepSignIn } from './sweep-job.ts';

type Settings = Pick<Config, 'environment' | 'erasureEnabled'>;

export const openSignIn = (
  base: Omit<Parameters<typeof signInRoutes>[0], keyof Settings>,
  { environment, erasureEnabled }: Settings,
) => ({
  routes: signInRoutes({ ...base, environment, erasureEnabled }),
  operatorRoutes: deskRoutes(base),
  jobs: { 'sign-in.sweep': { run: () => sweepSignIn(base) } } satisfies Partial<JobHandlers>,
  clock: [{ task: 'sign-in.sweep', match: '41 3 * * *' }] satisfies ClockWork[],
});
