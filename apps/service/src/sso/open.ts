import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import { IdentityProvider } from './provider.ts';
import { ssoRoutes } from './routes.ts';
import { oidcRoutes } from './sign-in-routes.ts';

type Needs = Omit<Parameters<typeof ssoRoutes>[0], 'sso' | 'relyingParty'> & { log: Logger };
type Settings = Pick<Config, 'sso' | 'relyingParty' | 'environment' | 'erasureEnabled'>;

export function openSso(base: Needs, { sso: settings, relyingParty, environment, erasureEnabled }: Settings) {
  const sso = settings && new IdentityProvider(settings, base.log);
  return {
    routes: ssoRoutes({ ...base, sso, relyingParty }),
    signIn: oidcRoutes({ ...base, sso, environment, erasureEnabled }),
  };
}
