import {
  isAdmin,
  isOwner,
  isOwnerInPerson,
  type Principal,
  ROLES,
  type Role,
  requireAdmin,
  requireGiving,
} from '../platform/access/principal.ts';
import { covers, type Reach, reaches } from '../platform/access/reach.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { CompanyId, UserId } from '../platform/ids.ts';
import type { Notifications } from './notice-kinds.ts';

export interface UserView {
  id: UserId;
  name: string;
  email: string;
  role: Role;
  companyIds: CompanyId[];
  allCompanies: boolean;
  status: 'active' | 'inactive';
  mustChangePassword: boolean;
  hasPassword: boolean;
  passkeyCount: number;
  ssoLinked: boolean;
  createdAt: string;
  lastLoginAt?: string;
  invitedAt?: string;
  lockedUntil?: string;
  disabledAt?: string;
  erasableAt?: string;
  notifications: Notifications;
}

/** The user a rule is about. */
export interface Subject {
  id: UserId;
  role: Role;
  reach: Reach;
}

/** How long a deactivated user is kept before it can be erased. [USR-8] */
export const GRACE_DAYS = 30;

export const erasableFrom = (disabledAt: Date): Date =>
  new Date(disabledAt.getTime() + GRACE_DAYS * 24 * 3_600_000);

export function isSelf(principal: Principal, id: UserId): boolean {
  return principal.kind === 'user' && principal.userId === id;
}

/** An owner sees everyone; a company admin whoever reaches nothing beyond its own companies, and itself. [USR-11] */
export function maySee(principal: Principal, subject: Subject): boolean {
  return isSelf(principal, subject.id) || (isAdmin(principal) && isWithinReach(principal, subject));
}

/** Whether the user reaches nothing that the caller does not. */
export const isWithinReach = (principal: Principal, subject: Subject): boolean =>
  isSelf(principal, subject.id) || covers(principal.reach, subject.reach);

/** Owner, or a company admin over the user's companies. Who is out of sight is NOT_FOUND; an owner needs an owner. */
export function requireManageable(principal: Principal, subject: Subject): void {
  requireAdmin(principal);
  if (!maySee(principal, subject)) throw new AppError('NOT_FOUND');
  if (subject.role === 'owner' && !isOwnerInPerson(principal))
    throw new AppError('FORBIDDEN', {
      message: 'Only an owner who is signed in may change an owner. Ask an owner.',
    });
}

/** The confinement of a user about to be made. [USR-1, USR-3] */
export function placeNew(
  principal: Principal,
  asked: { role: Role; companyIds?: readonly CompanyId[] },
): Reach['companyIds'] {
  requireGrantable(principal, asked.role);
  requireGiving(principal);
  if (isOwner(principal)) return placedByOwner(asked.role, asked.companyIds ?? []);
  return asked.companyIds === undefined
    ? principal.reach.companyIds
    : placedByAdmin(principal, asked.companyIds);
}

/** Role and confinement after a change; what is omitted stays, except that an owner is never confined. [USR-6, USR-13] */
export function placeAgain(
  principal: Principal,
  subject: Subject,
  asked: { role?: Role; companyIds?: readonly CompanyId[] },
): { role: Role; companyIds: Reach['companyIds'] } {
  const role = asked.role ?? subject.role;
  if (asked.role !== undefined) requireGrantable(principal, role);
  const companyIds = placedNow(principal, subject, { ...asked, role });
  const isMore = rankOf(role) > rankOf(subject.role) || !isPart(subject.reach, companyIds);
  if (isMore) requireGiving(principal);
  return { role, companyIds };
}

function placedNow(
  principal: Principal,
  subject: Subject,
  asked: { role: Role; companyIds?: readonly CompanyId[] },
): Reach['companyIds'] {
  if (asked.companyIds === undefined) return placeStaying(asked.role, subject);
  return isOwner(principal)
    ? placedByOwner(asked.role, asked.companyIds)
    : placedByAdmin(principal, asked.companyIds);
}

const rankOf = (role: Role): number => -ROLES.indexOf(role);
const isPart = (reach: Reach, companyIds: Reach['companyIds']): boolean =>
  reach.companyIds === 'all' || (companyIds !== 'all' && companyIds.every((id) => reaches(reach, id)));

/** Without a word on companies the user keeps those it has; a company admin has some. */
function placeStaying(role: Role, { role: before, reach }: Subject): Reach['companyIds'] {
  if (role === 'owner') return 'all';
  const becomesAdmin = role === 'company_admin' && before !== role;
  return becomesAdmin && reach.companyIds === 'all' ? refuseUnplaced() : reach.companyIds;
}

function requireGrantable(principal: Principal, role: Role): void {
  if (role === 'owner' && !isOwnerInPerson(principal)) {
    throw new AppError('FORBIDDEN', {
      message: 'Only an owner who is signed in makes an owner. Ask an owner, or choose another role.',
    });
  }
}

/** From an owner, empty means every company; but a company admin names at least one. [USR-3] */
function placedByOwner(role: Role, companyIds: readonly CompanyId[]): Reach['companyIds'] {
  if (companyIds.length === 0) return role === 'company_admin' ? refuseUnplaced() : 'all';
  if (role === 'owner')
    throw invalidField('companyIds', 'an owner can never be confined; leave companyIds out');
  return distinct(companyIds);
}

function placedByAdmin(principal: Principal, companyIds: readonly CompanyId[]): Reach['companyIds'] {
  if (companyIds.length === 0) return refuseUnplaced();
  if (!companyIds.every((id) => reaches(principal.reach, id))) throw new AppError('NOT_FOUND');
  return distinct(companyIds);
}

function refuseUnplaced(): never {
  throw invalidField('companyIds', 'a company admin has at least one company; name it');
}

const distinct = (ids: readonly CompanyId[]): CompanyId[] => [...new Set(ids)];
