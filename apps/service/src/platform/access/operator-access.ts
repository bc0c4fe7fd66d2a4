import { AppError } from '../errors.ts';
import type { OperatorId } from '../ids.ts';
import type { OpenLimit } from './route-access.ts';

/** From the least to the most: each may do what those before it may. */
export const OPERATOR_ROLES = ['viewer', 'agent', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export const OPERATOR_AUTH_METHODS = ['password', 'passkey', 'sso'] as const;
export type OperatorAuthMethod = (typeof OPERATOR_AUTH_METHODS)[number];

/** By what one of the operator's people is known. */
export type OperatorCredential =
  | { kind: 'session'; id: string; expiresAt: Date; authMethod: OperatorAuthMethod }
  | { kind: 'token'; id: string; name: string; expiresAt: Date }
  /** Of DATA_DIR, and nobody's: it makes the first operator, and opens the rest only where that is said. */
  | { kind: 'shared-token'; opensAll: boolean };

/** Who works on the operator's side: a person, or a program with a token that a person made. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
  /** Undefined with the shared token alone. */
  readonly operatorId: OperatorId | undefined;
  /** What audits call them. */
  readonly name: string;
  /** Of a token it is the token's. */
  readonly role: OperatorRole;
  readonly mustChangePassword: boolean;
  readonly credential: OperatorCredential;
  /** Where the request came from. */
  readonly address?: string;
}

/** Who may call a route of the operator's side. */
export type OperatorAccess =
  | { kind: 'open'; limit?: OpenLimit }
  | {
      kind: 'operator';
      role: OperatorRole;
      /** Not with a token: it would make what outlives it, or is a person's own. */
      inPerson?: boolean;
      /** Reachable while mustChangePassword is true. */
      beforePasswordChange?: boolean;
      /** What the shared token is for. */
      makesFirst?: boolean;
    };

const viewer = { kind: 'operator', role: 'viewer' } as const satisfies OperatorAccess;
const agent = { kind: 'operator', role: 'agent' } as const satisfies OperatorAccess;
const admin = { kind: 'operator', role: 'admin' } as const satisfies OperatorAccess;
/** One's own: for everybody who works here. */
const own = { ...viewer, inPerson: true } as const satisfies OperatorAccess;

/** Every route of the operator's side, and what it asks for; the matrix test says the same once more, and tries it. [OPR-10] */
export const OPERATOR_ACCESS = {
  'GET /operator/v1/setup': { kind: 'open' },
  'POST /operator/v1/auth/first': { ...admin, makesFirst: true },
  'POST /operator/v1/auth/login': { kind: 'open', limit: 'sign-in' },
  'POST /operator/v1/auth/passkey/challenge': { kind: 'open', limit: 'challenge' },
  'POST /operator/v1/auth/passkey/login': { kind: 'open', limit: 'sign-in' },
  'POST /operator/v1/auth/oidc/start': { kind: 'open', limit: 'challenge' },
  'POST /operator/v1/auth/oidc': { kind: 'open', limit: 'sign-in' },
  'POST /operator/v1/auth/logout': { ...viewer, beforePasswordChange: true },
  'GET /operator/v1/me': { ...viewer, beforePasswordChange: true },
  'PATCH /operator/v1/me': { ...own, beforePasswordChange: true },
  'GET /operator/v1/me/sessions': own,
  'DELETE /operator/v1/me/sessions/{id}': own,
  'GET /operator/v1/me/passkeys': own,
  'POST /operator/v1/me/passkeys/challenge': own,
  'POST /operator/v1/me/passkeys': own,
  'DELETE /operator/v1/me/passkeys/{id}': own,
  'GET /operator/v1/operators': viewer,
  'POST /operator/v1/operators': admin,
  'PATCH /operator/v1/operators/{id}': admin,
  'POST /operator/v1/operators/{id}/reset-password': { ...admin, inPerson: true },
  'GET /operator/v1/operators/{id}/passkeys': admin,
  'DELETE /operator/v1/operators/{id}/passkeys/{passkeyId}': admin,
  'GET /operator/v1/tokens': viewer,
  'POST /operator/v1/tokens': own,
  'DELETE /operator/v1/tokens/{id}': viewer,
  'GET /operator/v1/audit': viewer,

  'GET /operator/v1/participants': viewer,
  'GET /operator/v1/participants/{id}': viewer,
  'POST /operator/v1/participants/{id}/check': agent,
  'POST /operator/v1/participants/{id}/approve': agent,
  'POST /operator/v1/participants/{id}/reject': agent,
  'POST /operator/v1/participants/{id}/suspend': agent,
  'POST /operator/v1/participants/{id}/resume': agent,
  'POST /operator/v1/participants/{id}/retry': agent,

  'GET /operator/v1/accounts': viewer,
  'POST /operator/v1/accounts': agent,
  'GET /operator/v1/accounts/{id}': viewer,
  'POST /operator/v1/accounts/{id}/owners/reset': agent,
  'POST /operator/v1/accounts/{id}/suspend': agent,
  'POST /operator/v1/accounts/{id}/resume': agent,
  'GET /operator/v1/accounts/{id}/closing': viewer,
  'POST /operator/v1/accounts/{id}/close': admin,
  'POST /operator/v1/accounts/{id}/reopen': admin,
  'POST /operator/v1/accounts/{id}/closing/export-link': admin,
  'GET /operator/v1/desk-sessions': viewer,
  'POST /operator/v1/desk-sessions': agent,
  'DELETE /operator/v1/desk-sessions/{id}': agent,

  'GET /operator/v1/messages': viewer,
  'GET /operator/v1/messages/stuck': viewer,
  'POST /operator/v1/messages/retry': agent,
  'GET /operator/v1/messages/{id}': viewer,
  'POST /operator/v1/messages/{id}/retry': agent,
  'GET /operator/v1/circuits': viewer,
  'POST /operator/v1/circuits/open': agent,
  'POST /operator/v1/circuits/close': agent,

  'GET /operator/v1/sftp/logins': viewer,
  'POST /operator/v1/sftp/logins': agent,
  'PATCH /operator/v1/sftp/logins/{id}': agent,
  'DELETE /operator/v1/sftp/logins/{id}': agent,
  'POST /operator/v1/sftp/logins/{id}/unlock': agent,
  'GET /operator/v1/reports': viewer,
  'GET /operator/v1/reports/{kind}/{month}': viewer,
  'POST /operator/v1/reports/{kind}/{month}': agent,
  'GET /operator/v1/reports/{kind}/{month}/xml': viewer,
  'POST /operator/v1/reports/{kind}/{month}/send': agent,
  'GET /operator/v1/service-levels/mls/{month}': viewer,
  'GET /operator/v1/overview': viewer,
  'GET /operator/v1/certificates': viewer,
  'GET /operator/v1/jobs': viewer,
  'GET /operator/v1/jobs/failing': viewer,
  'POST /operator/v1/jobs/failing/{id}/run': agent,
  'POST /operator/v1/jobs/failing/{id}/give-up': agent,
  'GET /operator/v1/health': viewer,
  'GET /operator/v1/log-level': viewer,
  'PUT /operator/v1/log-level': admin,
} as const satisfies Record<string, OperatorAccess>;

export type OperatorRouteName = keyof typeof OPERATOR_ACCESS;

const rankOf = (role: OperatorRole): number => OPERATOR_ROLES.indexOf(role);

/** Whether who has the one role may do what the other may. */
export const coversRole = (role: OperatorRole, other: OperatorRole): boolean => rankOf(role) >= rankOf(other);

/** Refuses who may not call the route. */
export function requireOperator(
  { role, mustChangePassword, credential }: OperatorPrincipal,
  access: OperatorAccess & { kind: 'operator' },
): void {
  if (credential.kind === 'shared-token' && !access.makesFirst && !credential.opensAll)
    throw new AppError('FORBIDDEN', {
      message:
        'This token makes the first operator, and nothing else. Sign in as an operator, or use a token that one made.',
    });
  if (mustChangePassword && !access.beforePasswordChange)
    throw new AppError('PASSWORD_CHANGE_REQUIRED', {
      message: 'Set a password of your own first: PATCH /operator/v1/me with password and currentPassword.',
    });
  if (access.inPerson && credential.kind !== 'session')
    throw new AppError('SESSION_REQUIRED', {
      message: 'This is for a person who signed in. Sign in instead of using a token.',
    });
  if (!coversRole(role, access.role))
    throw new AppError('FORBIDDEN', {
      message: `This needs the role ${access.role}, and you have ${role}. Ask an operator who is admin.`,
    });
}
