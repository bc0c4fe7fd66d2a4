import { AppError } from '../errors.ts';
import type { AccountId, ApiKeyId, SessionId, UserId } from '../ids.ts';
import { isConfined, type Reach } from './reach.ts';

export const PERMISSIONS = ['read', 'send', 'receive', 'manage'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['owner', 'company_admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

export type AccountStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSED';

interface AnyPrincipal {
  readonly accountId: AccountId;
  readonly accountStatus: AccountStatus;
  readonly reach: Reach;
  /** What audit rows call this principal. */
  readonly name: string;
}

export interface UserPrincipal extends AnyPrincipal {
  readonly kind: 'user';
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
  readonly mustChangePassword: boolean;
  readonly session: { id: SessionId; authMethod: 'password' | 'sso'; issuer?: string; provider?: string };
}

export interface KeyPrincipal extends AnyPrincipal {
  readonly kind: 'api-key';
  readonly apiKeyId: ApiKeyId;
  readonly permissions: readonly Permission[];
}

/** Who is calling: a signed-in user, or a machine with an API key. */
export type Principal = UserPrincipal | KeyPrincipal;

/** A key has the permissions it was given; a user has all four, and the role decides. [API Authentication 3] */
export function hasPermission(principal: Principal, permission: Permission): boolean {
  return principal.kind === 'user' || principal.permissions.includes(permission);
}

/** A `manage` key without confinement stands in for an owner. [contract 2, Keys] */
export function isOwner(principal: Principal): boolean {
  if (principal.kind === 'user') return principal.role === 'owner';
  return principal.permissions.includes('manage') && !isConfined(principal.reach);
}

/** An owner, or a company admin of at least one company; a `manage` key stands in for either. */
export function isAdmin(principal: Principal): boolean {
  if (principal.kind === 'user') return principal.role !== 'member';
  return principal.permissions.includes('manage');
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
