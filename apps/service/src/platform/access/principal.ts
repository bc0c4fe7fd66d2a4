import { AppError } from '../errors.ts';
import type { AccountId, ApiKeyId, OperatorId, SessionId, UserId } from '../ids.ts';
import { type AccountStatus, isOpenAccount } from '../statuses.ts';
import { isConfined, type Reach } from './reach.ts';

export const PERMISSIONS = ['read', 'send', 'receive', 'manage'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['owner', 'company_admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** `desk`: one of the operator's staff acts for the user. */
export type AuthMethod = 'password' | 'sso' | 'passkey' | 'desk';

/** One of the operator's people at a customer's desk; the id is missing where the shared token lent the desk. */
export interface DeskActor {
  id?: OperatorId;
  name: string;
  reason: string;
}

interface AnyPrincipal {
  readonly accountId: AccountId;
  readonly accountStatus: AccountStatus;
  readonly reach: Reach;
  /** What audit rows call this principal. */
  readonly name: string;
  /** Where the request came from, for the audit. */
  readonly address?: string;
}

export interface UserPrincipal extends AnyPrincipal {
  readonly kind: 'user';
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
  readonly mustChangePassword: boolean;
  readonly session: {
    id: SessionId;
    expiresAt: Date;
    authMethod: AuthMethod;
    issuer?: string;
    provider?: string;
    /** Who really sits there, in a desk session, and why. */
    actor?: DeskActor;
  };
}

export interface KeyPrincipal extends AnyPrincipal {
  readonly kind: 'api-key';
  readonly apiKeyId: ApiKeyId;
  readonly permissions: readonly Permission[];
  readonly expiresAt?: Date;
}

/** Who is calling: a signed-in user, or a machine with an API key. */
export type Principal = UserPrincipal | KeyPrincipal;

/** A key has the permissions it was given; a user has all four, and the role decides. [KEY-3] */
export function hasPermission(principal: Principal, permission: Permission): boolean {
  return principal.kind === 'user' || principal.permissions.includes(permission);
}

/** A `manage` key without confinement stands in for an owner. [KEY-15] */
export function isOwner(principal: Principal): boolean {
  if (principal.kind === 'user') return principal.role === 'owner';
  return principal.permissions.includes('manage') && !isConfined(principal.reach);
}

/** An owner who signed in: only such a one makes, changes and removes owners; a key and the operator's desk never do. */
export function isOwnerInPerson(principal: Principal): boolean {
  return principal.kind === 'user' && principal.role === 'owner' && principal.session.authMethod !== 'desk';
}

/**
 * A user has all permissions, and no end: a key that lacks one, or ends, gives nobody reach or role. It may take them away.
 * [KEY-6]
 */
export function requireGiving(principal: Principal): void {
  if (principal.kind === 'user') return;
  const missing = PERMISSIONS.filter((permission) => !principal.permissions.includes(permission));
  if (missing.length > 0)
    throw new AppError('PERMISSION_DENIED', {
      message: `A user has every permission, and this key lacks ${missing.join(', ')}. Use a key that has all, or sign in.`,
    });
  if (principal.expiresAt !== undefined)
    throw new AppError('FORBIDDEN', {
      message:
        'This key ends, and what it gives to a user would outlive it. Use a key without an end, or sign in.',
    });
}

/**
 * A webhook tells of everything, for as long as it stands: who has one made, turned elsewhere or told of the past may read
 * it all, and does not end. [KEY-6]
 */
export function requireLastingRead(principal: Principal): void {
  if (principal.kind === 'user') return;
  if (!hasPermission(principal, 'read'))
    throw new AppError('PERMISSION_DENIED', {
      message: 'A webhook tells what this key may not read. Use a key with read and manage, or sign in.',
    });
  if (principal.expiresAt !== undefined)
    throw new AppError('FORBIDDEN', {
      message: 'This key ends, and the webhook would outlive it. Use a key without an end, or sign in.',
    });
}

/** An owner, or a company admin of at least one company; a `manage` key stands in for either. */
export function isAdmin(principal: Principal): boolean {
  if (principal.kind === 'user') return principal.role !== 'member';
  return principal.permissions.includes('manage');
}

/** Who is known is told why nothing opens any more. [OPR-24] */
export function requireOpenAccount(status: AccountStatus): void {
  if (isOpenAccount(status)) return;
  throw new AppError('UNAUTHORIZED', {
    message: 'This account is closed. Ask the operator of this service for its export, or to open it again.',
  });
}

/** Some things belong to a person; an API key has none. [PKY-1] */
export function requirePerson(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw new AppError('SESSION_REQUIRED');
  return principal;
}

/** A desk session is lent for an hour and leaves no credential behind that would outlive it. */
export function requireNoDesk(principal: Principal): void {
  if (principal.kind === 'user' && principal.session.authMethod === 'desk') {
    throw new AppError('FORBIDDEN', {
      message: 'A desk session may not make or change credentials. Ask the customer to do it.',
    });
  }
}

export function requireOwner(principal: Principal): void {
  if (!isOwner(principal))
    throw new AppError('FORBIDDEN', { message: 'Only an owner may do this. Ask an owner of the account.' });
}

export function requireAdmin(principal: Principal): void {
  if (!isAdmin(principal)) {
    throw new AppError('FORBIDDEN', {
      message: 'Only an owner or company admin may do this. Ask one of them.',
    });
  }
}
