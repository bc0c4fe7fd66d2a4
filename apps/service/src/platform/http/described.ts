import { type Access, ROUTE_ACCESS, type RouteName } from '../access/route-access.ts';
import type { ErrorCode } from '../errors.ts';
import type { Shown } from './api-schemas.ts';
import { OPERATIONS } from './operations.ts';

/** What a description says of a route beside what its endpoint checks and answers. */
export interface Described {
  operationId: string;
  /** In a sentence, what a credential needs. */
  whoMay: string;
  security: Shown[];
  /** Beside those that every route can answer. */
  refusals: readonly ErrorCode[];
}

export const CUSTOMER_SECURITY = {
  customerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'A session token (pus_…) or an API key (pap_…).',
  },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (pap_…).' },
};

/** A route of the customers' API. */
export function describeCustomerRoute(name: RouteName): Described {
  const access: Access = ROUTE_ACCESS[name];
  const [operationId, ...own] = OPERATIONS[name];
  return {
    operationId,
    whoMay: whoMay(access),
    security: access.kind === 'open' ? [] : [{ customerAuth: [] }, { apiKeyHeader: [] }],
    refusals: [...ofAccess(access), ...own],
  };
}

function whoMay(access: Access): string {
  if (access.kind === 'open') return 'Needs no credential.';
  const { permissions, role } = access;
  const key =
    permissions === 'any'
      ? 'Any API key will do.'
      : `An API key needs the permission ${permissions.join(' or ')}.`;
  const ROLES = {
    owner: 'Only for owners, and keys that reach the whole account.',
    admin: 'Only for owners and company admins.',
    person: 'Only for a signed-in person; an API key is refused.',
  };
  if (role === 'person') return ROLES.person;
  return role ? `${ROLES[role]} ${key}` : key;
}

function ofAccess(access: Access): ErrorCode[] {
  if (access.kind === 'open') return [];
  const { beforePasswordChange, permissions, whileSuspended, role } = access;
  return [
    'UNAUTHORIZED',
    ...(beforePasswordChange ? [] : (['PASSWORD_CHANGE_REQUIRED'] as const)),
    ...(permissions === 'any' ? [] : (['PERMISSION_DENIED'] as const)),
    ...(whileSuspended ? [] : (['ACCOUNT_SUSPENDED'] as const)),
    ...(role === 'person' ? (['SESSION_REQUIRED'] as const) : []),
    ...(role === 'owner' || role === 'admin' ? (['FORBIDDEN'] as const) : []),
  ];
}
