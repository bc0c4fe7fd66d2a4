import type { Principal } from '../platform/access/principal.ts';
import { type UserView, userOf } from '../users/user.ts';

export interface Me {
  user?: UserView;
  session?: { authMethod: 'password' | 'sso'; issuer?: string; provider?: string };
  apiKey?: { id: string; name: string; companyId?: string; permissions: readonly string[] };
}

/** Who the caller is; a session is absent for an API key. [API Session] */
export function me(principal: Principal): Me {
  if (principal.kind === 'user') {
    const { authMethod, issuer, provider } = principal.session;
    return { user: userOf(principal), session: { authMethod, issuer, provider } };
  }
  const { apiKeyId: id, name, permissions, reach } = principal;
  const companyId = reach.companyIds === 'all' ? undefined : reach.companyIds[0];
  return { apiKey: { id, name, companyId, permissions } };
}
