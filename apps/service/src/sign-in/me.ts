import type { AuthMethod, Principal } from '../platform/access/principal.ts';
import { type ViewDeps, viewOfUser } from '../users/find.ts';
import type { UserView } from '../users/user.ts';

export interface Me {
  user?: UserView;
  session?: {
    expiresAt: string;
    authMethod: AuthMethod;
    issuer?: string;
    provider?: string;
    actor?: { name: string; reason: string };
  };
  apiKey?: { id: string; name: string; companyId?: string; permissions: readonly string[] };
}

/** Who the caller is; a session is absent for an API key. [AUT-12] */
export async function me(deps: ViewDeps, principal: Principal): Promise<Me> {
  if (principal.kind === 'user') {
    const { expiresAt, authMethod, issuer, provider, actor } = principal.session;
    return {
      user: await viewOfUser(deps, principal, principal.userId),
      session: { expiresAt: expiresAt.toISOString(), authMethod, issuer, provider, actor },
    };
  }
  const { apiKeyId: id, name, permissions, reach } = principal;
  const companyId = reach.companyIds === 'all' ? undefined : reach.companyIds[0];
  return { apiKey: { id, name, companyId, permissions } };
}
