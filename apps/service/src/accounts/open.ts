import type { Config } from '../settings/config.ts';
import { type AccountDeps, accountOpeningRoutes, accountOperatorRoutes } from './operator-routes.ts';
import { accountRoutes } from './routes.ts';
import type { SignUpDeps } from './sign-up.ts';

type Settings = Pick<
  Config,
  'environment' | 'signupMode' | 'bootstrapToken' | 'erasureEnabled' | 'publicUrl'
>;

export const openAccounts = (
  base: Omit<SignUpDeps, keyof Settings> & AccountDeps,
  { environment, signupMode, bootstrapToken, erasureEnabled, publicUrl }: Settings,
) => ({
  routes: accountRoutes({ ...base, environment, signupMode, bootstrapToken, erasureEnabled }),
  operatorRoutes: accountOperatorRoutes(base),
  openingRoutes: accountOpeningRoutes({ ...base, publicUrl }),
});
