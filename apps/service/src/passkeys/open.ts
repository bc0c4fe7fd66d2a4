import type { Db } from '../platform/db/database.ts';
import type { Config } from '../settings/config.ts';
import { passkeyRoutes } from './routes.ts';
import { passkeyLoginRoutes } from './sign-in-routes.ts';

type Settings = Pick<Config, 'relyingParty' | 'environment' | 'erasureEnabled'>;

export const openPasskeys = (
  { db }: { db: Db },
  { relyingParty, environment, erasureEnabled }: Settings,
) => ({
  routes: passkeyRoutes({ db, relyingParty }),
  signIn: passkeyLoginRoutes({ db, relyingParty, environment, erasureEnabled }),
});
