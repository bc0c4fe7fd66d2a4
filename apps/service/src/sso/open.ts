import type { Logger } from 'pino';
import { IdentityProvider } from '../platform/oidc/provider.ts';
import type { Config } from '../settings/config.ts';
import { ssoRoutes } from './routes.ts';
import { oidcRoutes } from './sign-in-routes.ts';

type Needs = Omit<Parameters<typeof ssoRoutes>[0], 'sso' | 'flow' | 'relyingParty'> & { log: Logger };
type Settings = Pick<Config, 'sso' | 'relyingParty' | 'environment' | 'erasureEnabled'>;

export function openSso(base: Needs, { sso: settings, relyingParty, environment, erasureEnabled }: Settings) {
  const sso = settings && new IdentityProvider(settings, base.log);
  const face = { ...base, sso, flow: { purpose: 'sso-flow', prefix: 'psf_' } as const };
  return {
    routes: ssoRoutes({ ...face, relyingParty }),
    signIn: oidcRoutes({ ...face, environment, erasureEnabled }),
  };
}
