import type { AccountStatus, Principal } from '../platform/access/principal.ts';
import { isConfined } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Environment } from '../platform/environment.ts';
import type { AccountId, CompanyId } from '../platform/ids.ts';

export interface AccountView {
  id: AccountId;
  name: string;
  status: AccountStatus;
  restricted: boolean;
  companies: { id: CompanyId; name: string; identifier: string }[];
  legalName?: string;
  countryCode?: string;
  registrationNumber?: string;
  vatNumber?: string;
  environment?: Environment;
  createdAt?: string;
}

/** The account as this principal may see it: a confined one reads only id, name and status. [ACC-4] */
export async function accountOf(
  deps: { db: Db; environment: Environment },
  principal: Principal,
): Promise<AccountView> {
  const account = await scoped(deps.db, principal)
    .selectFrom('accounts')
    .selectAll()
    .executeTakeFirstOrThrow();
  const companies = await scoped(deps.db, principal)
    .selectFrom('companies')
    .select(['id', 'name', 'identifier'])
    .orderBy('name')
    .execute();
  const restricted = isConfined(principal.reach);
  const open = { id: account.id, name: account.name, status: account.status, restricted, companies };
  if (restricted) return open;
  return {
    ...open,
    legalName: account.legal_name,
    countryCode: account.country_code,
    registrationNumber: account.registration_number ?? undefined,
    vatNumber: account.vat_number ?? undefined,
    environment: deps.environment,
    createdAt: account.created_at.toISOString(),
  };
}
