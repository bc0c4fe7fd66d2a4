import type { UserId } from '../ids.ts';
import type { OperatorPrincipal } from './operator-access.ts';
import type { Principal } from './principal.ts';

/** Who does something, as audits name them. */
export interface Actor {
  kind: 'USER' | 'API_KEY' | 'OPERATOR' | 'NOBODY';
  id?: string;
  name: string;
  address?: string;
  /** Of the operator's token that was used. */
  tokenName?: string;
}

/** The principal as the audit names it; in a desk session that is the operator, not the user acted for. */
export function actorOf(principal: Principal): Actor {
  const { name, address } = principal;
  if (principal.kind === 'api-key') return { kind: 'API_KEY', id: principal.apiKeyId, name, address };
  if (principal.session.authMethod === 'desk') {
    const { id } = principal.session.actor ?? {};
    return { kind: 'OPERATOR', id, name, address };
  }
  return { kind: 'USER', id: principal.userId, name, address };
}

/** A user before there is a principal: signing in, or redeeming a link. */
export const actingUser = (id: UserId, name: string, address: string): Actor => ({
  kind: 'USER',
  id,
  name,
  address,
});

/** One of the operator's people; customers read the name too. */
export const actingOperator = ({ operatorId, name, address, credential }: OperatorPrincipal): Actor => ({
  kind: 'OPERATOR',
  id: operatorId,
  name,
  address,
  ...(credential.kind === 'token' ? { tokenName: credential.name } : {}),
});
