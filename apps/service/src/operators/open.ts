import type { Logger } from 'pino';
import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { IdentityProvider } from '../platform/oidc/provider.ts';
import type { Config } from '../settings/config.ts';
import { auditRoutes } from './audit-routes.ts';
import { doorRoutes } from './door-routes.ts';
import { type FindDeps, findOperator } from './find.ts';
import { meRoutes } from './me-routes.ts';
import { operatorPasskeyRoutes } from './passkey-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { rememberOperators } from './remembered.ts';
import { operatorSsoRoutes } from './sso-routes.ts';
import { sweepOperators } from './sweep-job.ts';
import { tokenRoutes } from './token-routes.ts';

type Settings = Pick<
  Config,
  'environment' | 'network' | 'publicUrl' | 'operatorRelyingParty' | 'operatorSso'
>;
type Needs = Omit<FindDeps & Parameters<typeof doorRoutes>[0], keyof Settings | 'relyingParty' | 'sso'> &
  Parameters<typeof auditRoutes>[0] & { log: Logger };

export function openOperators(base: Needs, settings: Settings) {
  const { environment, network, publicUrl, operatorRelyingParty: relyingParty, operatorSso } = settings;
  const sso = operatorSso && new IdentityProvider(operatorSso, base.log);
  const deps = { ...base, environment, network, publicUrl, relyingParty, sso };
  const challenge = { purpose: 'operator-passkey-challenge', prefix: 'poc_' } as const;
  const flow = { purpose: 'operator-sso-flow', prefix: 'pof_' } as const;
  return {
    operatorRoutes: {
      door: doorRoutes(deps),
      sso: operatorSsoRoutes({ ...deps, flow, domains: operatorSso?.domains ?? [] }),
      me: meRoutes(deps),
      people: peopleRoutes(deps),
      passkeys: operatorPasskeyRoutes({ ...deps, challenge, remedy: 'Set OPERATOR_URL.' }),
      tokens: tokenRoutes(deps),
      audit: auditRoutes(deps),
    },
    /** Whose credential it is, of the people of the operator's side. */
    find: rememberOperators((credential) => findOperator(deps, credential)),
    jobs: { 'operators.sweep': { run: () => sweepOperators(base) } } satisfies Partial<JobHandlers>,
    clock: [{ task: 'operators.sweep', match: '43 3 * * *' }] satisfies ClockWork[],
  };
}
