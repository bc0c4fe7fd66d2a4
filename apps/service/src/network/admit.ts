import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { companiesWithinReach } from '../platform/db/within-reach.ts';
import { AppError } from '../platform/errors.ts';
import { perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import { type CompanyId, parseId } from '../platform/ids.ts';
import { recordUsage } from '../platform/ledger.ts';

export interface AdmitDeps {
  db: Db;
  rateLimiter: RateLimiter;
}

/** SMPs are other people's servers [contract 4]. */
const LOOKUPS = perMinute(60);

/** Lets one call through within the account's limit. */
export function admitLookup(deps: AdmitDeps, principal: Principal): void {
  deps.rateLimiter.take('lookups', principal.accountId, LOOKUPS);
}

/** Notes how many ids were asked, for usage. [contract L147] */
export async function countLookups(
  deps: AdmitDeps,
  principal: Principal,
  ids: number,
  companyId: CompanyId | null = null,
): Promise<void> {
  if (ids === 0) return;
  const { accountId } = principal;
  await recordUsage(deps.db, { kind: 'PARTICIPANT_LOOKUP', accountId, companyId, quantity: ids });
}

/** The company that a lookup is for, in reach, or NOT_FOUND. */
export async function companyNamed(
  deps: AdmitDeps,
  principal: Principal,
  text: string | undefined,
): Promise<CompanyId | null> {
  if (text === undefined) return null;
  const id = parseId<'Company'>(text);
  const found =
    id &&
    (await deps.db
      .selectFrom('companies')
      .where(companiesWithinReach(principal.reach))
      .where('id', '=', id)
      .select('id')
      .executeTakeFirst());
  if (!found)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such company for this credential. Check companyId, or leave it out.',
    });
  return found.id;
}
