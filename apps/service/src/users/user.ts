import type { Role, UserPrincipal } from '../platform/access/principal.ts';
import type { CompanyId, UserId } from '../platform/ids.ts';

export interface UserView {
  id: UserId;
  name: string;
  email: string;
  role: Role;
  companyIds: CompanyId[];
  status: 'active' | 'inactive';
  mustChangePassword: boolean;
}

/** E-mail addresses are compared in this form. [contract 2, Signup] */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function userOf(principal: UserPrincipal): UserView {
  const { userId: id, name, email, role, mustChangePassword, reach } = principal;
  const companyIds = reach.companyIds === 'all' ? [] : [...reach.companyIds];
  return { id, name, email, role, companyIds, status: 'active', mustChangePassword };
}
