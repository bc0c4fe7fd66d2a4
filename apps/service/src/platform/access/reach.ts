import type { AccountId, CompanyId } from '../ids.ts';

/** The companies that a principal may touch: all of the account, or just these. Outside is NOT_FOUND. */
export interface Reach {
  readonly accountId: AccountId;
  readonly companyIds: 'all' | readonly CompanyId[];
}

export function reaches(reach: Reach, companyId: CompanyId): boolean {
  return reach.companyIds === 'all' || reach.companyIds.includes(companyId);
}

export function isConfined(reach: Reach): boolean {
  return reach.companyIds !== 'all';
}

/** True when everything `inner` reaches is reached by `outer` too; who reaches nothing is covered by 'all' alone. */
export function covers(outer: Reach, inner: Reach): boolean {
  if (outer.accountId !== inner.accountId) return false;
  if (outer.companyIds === 'all') return true;
  if (inner.companyIds === 'all' || inner.companyIds.length === 0) return false;
  return inner.companyIds.every((id) => reaches(outer, id));
}
