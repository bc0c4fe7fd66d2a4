import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import type { Db } from '../platform/db/database.ts';
import type { Environment } from '../platform/environment.ts';
import type { SsoDeps } from '../platform/oidc/provider.ts';
import type { Config } from '../settings/config.ts';
import { hasOperators } from './find.ts';
import { viewOfOperator } from './operator.ts';

export interface SetupDeps extends SsoDeps {
  db: Db;
  environment: Environment;
  network: Config['network'];
  /** Of the customers' side, where a desk is. */
  publicUrl: string;
  provider: { seat: string };
  /** Undefined where no passkey could work. */
  relyingParty: unknown;
}

/** What the door must know before anybody has signed in. */
export async function setup({ db, environment, network, relyingParty, sso }: SetupDeps) {
  return {
    needsFirst: !(await hasOperators(db)),
    passkeysEnabled: relyingParty !== undefined,
    provider: sso?.settings.provider,
    environment,
    network,
  };
}

/** Who is asking: a person, with a session or by a token of theirs; nobody with the shared one. */
export async function whoAmI(
  deps: SetupDeps,
  { operatorId, credential, mustChangePassword }: OperatorPrincipal,
) {
  const { db, environment, network, provider, publicUrl } = deps;
  const { kind } = credential;
  return {
    operator: operatorId && { ...(await viewOfOperator(db, operatorId)), mustChangePassword },
    session:
      kind === 'session'
        ? {
            id: credential.id,
            expiresAt: credential.expiresAt.toISOString(),
            authMethod: credential.authMethod,
          }
        : undefined,
    token:
      kind === 'token'
        ? { id: credential.id, name: credential.name, expiresAt: credential.expiresAt.toISOString() }
        : undefined,
    environment,
    network,
    seat: provider.seat,
    publicUrl,
  };
}
