import { OPERATOR_ACCESS, type OperatorAccess, type OperatorRouteName } from '../access/operator-access.ts';
import type { ErrorCode } from '../errors.ts';
import type { Described } from './described.ts';
import { OPERATOR_OPERATIONS } from './operator-operations.ts';

export const OPERATOR_SECURITY = {
  operatorAuth: {
    type: 'http',
    scheme: 'bearer',
    description: "A session token (pos_…) of one of the operator's people, or a token (pop_…) that one made.",
  },
};

/** The chapters of the description of the operator's side. */
export const OPERATOR_TAGS: Record<string, string> = {
  'Sign-in': 'Ways in, and who one is then.',
  Operators: 'The people who run the installation, their tokens, and what they did.',
  Addresses: 'Peppol addresses of every account: approving and stopping them.',
  Accounts: 'The contract parties, and acting for them.',
  Documents: 'Documents of every account: what is stuck, and going on with it. Never their content.',
  'SFTP logins': 'Files instead of HTTP.',
  Reports: 'What OpenPeppol is told every month.',
  Service: 'How the service itself is.',
};

/** A route of the operator's side. */
export function describeOperatorRoute(name: OperatorRouteName): Described {
  const access: OperatorAccess = OPERATOR_ACCESS[name];
  const [operationId, ...own] = OPERATOR_OPERATIONS[name];
  return {
    operationId,
    whoMay: whoMay(access),
    security: access.kind === 'open' ? [] : [{ operatorAuth: [] }],
    refusals: [...ofAccess(access), ...own],
  };
}

function whoMay(access: OperatorAccess): string {
  if (access.kind === 'open') return 'Needs no credential.';
  if (access.makesFirst) return 'Needs the shared token, and that there is no operator yet.';
  return `Needs the role ${access.role}${access.inPerson ? ', and a person who signed in' : ''}.`;
}

function ofAccess(access: OperatorAccess): ErrorCode[] {
  if (access.kind === 'open') return [];
  const { inPerson, beforePasswordChange } = access;
  return [
    'UNAUTHORIZED',
    ...(beforePasswordChange ? [] : (['PASSWORD_CHANGE_REQUIRED'] as const)),
    ...(inPerson ? (['SESSION_REQUIRED'] as const) : []),
    'FORBIDDEN',
  ];
}
