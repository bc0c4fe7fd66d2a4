import { AppError } from '../errors.ts';
import {
  hasPermission,
  type Permission,
  type Principal,
  requireAdmin,
  requireOwner,
  requirePerson,
} from './principal.ts';

export const DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export type OpenLimit = 'sign-in' | 'challenge' | 'forgot' | 'reset' | 'signup';

/** Who may call a route: what an API key needs, and the role without which nobody gets as far as the use case. */
export type Access =
  | {
      kind: 'open';
      /** The path itself holds a secret: limited like a credential, not like guessing at one. */
      signedUrl?: boolean;
      /** Which limit an address has here, because the route takes guesses or leaves something behind. */
      limit?: OpenLimit;
    }
  | {
      kind: 'credential';
      /** An API key needs one of these; `any`: whatever it may do. */
      permissions: readonly Permission[] | 'any';
      /** Which of them count for a message that came in, and for one that went out. */
      byDirection?: Readonly<Record<Direction, readonly Permission[]>>;
      /** A stream ticket in the query serves as well. */
      byTicket?: boolean;
      /** Who else is refused whatever was sent; the use case may ask for more. */
      role?: RouteRole;
      /** Reachable while mustChangePassword is true. */
      beforePasswordChange?: boolean;
      /** Also for a suspended account: looking, and taking authority away, never stop. */
      whileSuspended?: boolean;
    };

/** `admin` is an owner or a company admin, or a key that stands in for either; a `person` is no key. */
export type RouteRole = 'owner' | 'admin' | 'person';
interface Exceptions {
  role?: RouteRole;
  byTicket?: boolean;
  beforePasswordChange?: boolean;
  whileSuspended?: boolean;
}

const open: Access = { kind: 'open' };
const limited = (limit: OpenLimit): Access => ({ kind: 'open', limit });
const signedUrl: Access = { kind: 'open', signedUrl: true };
const any: Access = { kind: 'credential', permissions: 'any', whileSuspended: true };
const needs = (permission: Permission, exceptions: Exceptions = {}) =>
  ({
    kind: 'credential',
    permissions: [permission],
    whileSuspended: permission === 'read' || permission === 'receive',
    ...exceptions,
  }) as const satisfies Access;
const byDirection = (permissions: Record<Direction, readonly Permission[]>) =>
  ({
    kind: 'credential',
    permissions: [...new Set([...permissions.INBOUND, ...permissions.OUTBOUND])],
    byDirection: permissions,
    whileSuspended: true,
  }) as const satisfies Access;

const read = needs('read');
const send = needs('send');
const receive = needs('receive');
const manage = needs('manage');
const owner = needs('manage', { role: 'owner' });
const admin = needs('manage', { role: 'admin' });
const person = { ...any, role: 'person' } as const satisfies Access;
/** The same, but not for a suspended account. */
const activePerson = { ...person, whileSuspended: false } as const satisfies Access;
/** Looking at what only owners and company admins see. */
const oversee = needs('manage', { role: 'admin', whileSuspended: true });
/** Taking authority away: a leaked key can always be revoked. */
const remove = needs('manage', { role: 'admin', whileSuspended: true });

/**
 * Every route, and what a credential needs for it; a route without a line here does not compile. The matrix test says the
 * same once more, and tries it. [AUT-2, AUT-8, KEY-4]
 */
export const ROUTE_ACCESS = {
  'POST /v1/auth/signup': limited('signup'),
  'POST /v1/auth/login': limited('sign-in'),
  'POST /v1/auth/forgot': limited('forgot'),
  'POST /v1/auth/reset': limited('reset'),
  'POST /v1/auth/oidc/start': limited('challenge'),
  'POST /v1/auth/oidc': limited('sign-in'),
  'POST /v1/auth/passkey/challenge': limited('challenge'),
  'POST /v1/auth/passkey/login': limited('sign-in'),
  'POST /v1/desk-sessions/exchange': limited('sign-in'),
  'GET /v1/sso/status': open,
  'POST /v1/auth/logout': any,
  'GET /v1/me': { ...any, beforePasswordChange: true },
  'GET /v1/sessions': person,
  'DELETE /v1/sessions/{id}': person,

  'GET /v1/account': read,
  // A key needs the other three as well. Also in a suspended account: a leaver takes along what is theirs.
  'POST /v1/account/export': oversee,
  'GET /v1/account/export': oversee,
  'GET /v1/account/export/{exportId}': oversee,
  'GET /v1/exports/{token}': signedUrl,
  'GET /v1/unsubscribe/{token}': signedUrl,
  'POST /v1/unsubscribe/{token}': signedUrl,
  'GET /v1/audit': oversee,
  'GET /v1/users': oversee,
  'POST /v1/users': admin,
  // One's own password: also in a suspended account, and when it must be changed.
  'PATCH /v1/users/{id}': needs('manage', { beforePasswordChange: true, whileSuspended: true }),
  'DELETE /v1/users/{id}': remove,
  'POST /v1/users/{id}/enable': admin,
  'GET /v1/api-keys': oversee,
  'POST /v1/api-keys': admin,
  'DELETE /v1/api-keys/{id}': remove,
  'GET /v1/sso/identities': read,
  // One's own: also in a suspended account.
  'POST /v1/sso/identities': needs('manage', { whileSuspended: true }),
  'DELETE /v1/sso/identities/{id}': needs('manage', { whileSuspended: true }),
  'GET /v1/passkeys': person,
  'POST /v1/passkeys/challenge': person,
  'POST /v1/passkeys': person,
  'DELETE /v1/passkeys/{id}': person,

  'GET /v1/companies': read,
  'POST /v1/companies': owner,
  'GET /v1/companies/{id}': read,
  'PATCH /v1/companies/{id}': owner,
  'GET /v1/participants': read,
  'POST /v1/participants': manage,
  'GET /v1/participants/{id}': read,
  'PATCH /v1/participants/{id}': manage,
  'DELETE /v1/participants/{id}': manage,
  'GET /v1/participants/{id}/audit': read,
  'POST /v1/participants/{id}/migration': manage,
  'GET /v1/participants/{id}/capabilities': read,
  'POST /v1/participants/{id}/capabilities': manage,
  'DELETE /v1/participants/{id}/capabilities/{capability}': manage,
  'POST /v1/network/participants/lookup': read,
  'GET /v1/network/participants/search': read,
  'GET /v1/network/participants/{peppolId}': read,
  'GET /v1/network/participants/{peppolId}/capabilities': read,

  'GET /v1/messages': byDirection({ INBOUND: ['read', 'receive'], OUTBOUND: ['read', 'send'] }),
  'POST /v1/messages': send,
  'POST /v1/messages/validate': send,
  'POST /v1/messages/uploads': send,
  'PUT /v1/uploads/{token}': signedUrl,
  'GET /v1/messages/{id}': byDirection({ INBOUND: ['read', 'receive'], OUTBOUND: ['read', 'send'] }),
  'GET /v1/messages/{id}/payload': byDirection({ INBOUND: ['receive'], OUTBOUND: ['read'] }),
  'GET /v1/messages/{id}/timeline': byDirection({ INBOUND: ['read'], OUTBOUND: ['read', 'send'] }),
  'GET /v1/messages/{id}/evidence': byDirection({ INBOUND: ['read'], OUTBOUND: ['read', 'send'] }),
  'GET /v1/messages/{id}/view': byDirection({ INBOUND: ['receive'], OUTBOUND: ['read'] }),
  'POST /v1/messages/ack': receive,
  'POST /v1/messages/{id}/ack': receive,
  'GET /v1/events': read,
  'GET /v1/sftp/connection': read,
  'GET /v1/sftp/logins': read,
  'PATCH /v1/sftp/logins/{id}': activePerson,
  'POST /v1/stream-tickets': read,
  'GET /v1/stream': needs('read', { byTicket: true }),
  'GET /v1/webhooks': read,
  'POST /v1/webhooks': admin,
  'PATCH /v1/webhooks/{id}': admin,
  'DELETE /v1/webhooks/{id}': remove,
  'POST /v1/webhooks/{id}/test': admin,
  'POST /v1/webhooks/{id}/recover': admin,
  'GET /v1/webhooks/deliveries': read,
  'GET /v1/webhooks/deliveries/{id}': read,
  'POST /v1/webhooks/deliveries/{id}/replay': admin,
  'GET /v1/usage': read,
  'GET /v1/sandbox/receivers': read,
  'POST /v1/sandbox/inbound': needs('receive', { whileSuspended: false }),
  'POST /v1/sandbox/events': admin,
} as const satisfies Record<string, Access>;

export type RouteName = keyof typeof ROUTE_ACCESS;
/** The routes where the direction of the message decides. */
export type RouteByDirection = {
  [Name in RouteName]: (typeof ROUTE_ACCESS)[Name] extends { byDirection: unknown } ? Name : never;
}[RouteName];

const ROLE_CHECKS: Record<RouteRole, (principal: Principal) => void> = {
  owner: requireOwner,
  admin: requireAdmin,
  person: requirePerson,
};

/** Refuses who has not the role that the route asks for. */
export function requireRole(principal: Principal, role: RouteRole | undefined): void {
  if (role) ROLE_CHECKS[role](principal);
}

/** Refuses a key that lacks what the route asks for messages of this direction; without one it must do for both. */
export function requireForDirection(
  principal: Principal,
  route: RouteByDirection,
  direction: Direction | undefined,
): void {
  const { byDirection: needed } = ROUTE_ACCESS[route];
  const allows = (one: Direction): boolean => needed[one].some((name) => hasPermission(principal, name));
  if (direction === undefined ? allows('INBOUND') && allows('OUTBOUND') : allows(direction)) return;
  const other = direction === undefined && DIRECTIONS.find(allows);
  if (other)
    throw new AppError('PERMISSION_DENIED', {
      message: `This API key may only ask for one direction. Add direction=${other}.`,
    });
  throw lacking(needed[direction ?? 'OUTBOUND'], direction);
}

/** What a key is told that lacks all of these permissions. */
export function lacking(permissions: readonly Permission[], direction?: Direction): AppError {
  const named = permissions.map((name) => `"${name}"`).join(' or ');
  const what = direction === undefined ? '' : ` for ${direction.toLowerCase()} messages`;
  return new AppError('PERMISSION_DENIED', {
    message: `This API key lacks the permission ${named}${what}. Use a key that has it.`,
  });
}
