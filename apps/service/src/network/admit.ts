import { recordUsage } from '../ledger/record.ts';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import type { CompanyId } from '../platform/ids.ts';

export interface AdmitDeps {
  db: Db;
  rateLimiter: RateLimiter;
}

/** SMPs are other people's servers [LIM-5]. */
const LOOKUPS = perMinute(60);

/** Lets one call through within the account's limit. */
export function admitLookup(deps: AdmitDeps, principal: Principal): void {
  deps.rateLimiter.take('lookups', principal.accountId, LOOKUPS);
}

/** Notes how many ids or searches a customer asked for, whatever it took to answer; for usage. [USG-5] */
export async function countLookups(
  deps: AdmitDeps,
  principal: Principal,
  ids: number,
  companyId?: CompanyId,
): Promise<void> {
  if (ids === 0) return;
  const { accountId } = principal;
  await recordUsage(deps.db, {
    kind: 'PARTICIPANT_LOOKUP',
    accountId,
    companyId: companyId ?? null,
    quantity: ids,
  });
}
