import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import type { Config } from '../settings/config.ts';
import { closeThoseDue, goOnClosing } from './close-job.ts';
import { accountClosingRoutes } from './closing-routes.ts';
import type { ClosingDeps } from './closing-steps.ts';
import { type AccountDeps, accountOpeningRoutes, accountOperatorRoutes } from './operator-routes.ts';
import { accountRoutes } from './routes.ts';
import type { SignUpDeps } from './sign-up.ts';

type Settings = Pick<Config, 'environment' | 'signupMode' | 'erasureEnabled' | 'publicUrl'>;

export const openAccounts = (
  base: Omit<SignUpDeps, keyof Settings> & AccountDeps & ClosingDeps,
  { environment, signupMode, erasureEnabled, publicUrl }: Settings,
) => ({
  routes: accountRoutes({ ...base, environment, signupMode, erasureEnabled }),
  operatorRoutes: accountOperatorRoutes(base),
  openingRoutes: accountOpeningRoutes({ ...base, publicUrl }),
  closingRoutes: accountClosingRoutes(base),
  jobs: {
    'accounts.close': { run: (job) => goOnClosing(base, job) },
    'accounts.close-due': { run: () => closeThoseDue(base) },
  } satisfies Partial<JobHandlers>,
  clock: [{ task: 'accounts.close-due', match: '23 * * * *' }] satisfies ClockWork[],
});
