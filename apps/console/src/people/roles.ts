import type { User } from './queries.ts';

export const ROLES = { owner: 'Owner', company_admin: 'Company admin', member: 'Member' } as const;

export const isInvited = ({ hasPassword, invitedAt, lastLoginAt }: User): boolean =>
  !hasPassword && invitedAt !== undefined && lastLoginAt === undefined;
export const isLocked = ({ lockedUntil }: User): boolean =>
  lockedUntil !== undefined && Date.parse(lockedUntil) > Date.now();
