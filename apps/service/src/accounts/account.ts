import type { Principal } from '../platform/access/principal.ts';
import { isConfined } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Environment } from '../platform/environment.ts';
import type { AccountId, CompanyId } from '../platform/ids.ts';
import { type AccountStatus, isOpenAccount, type OpenAccountStatus } from '../platform/statuses.ts';

export interface AccountView {
  id: AccountId;
  name: string;
  status: OpenAccountStatus | 'CLOSED';
  restricted: boolean;
  companies: { id: CompanyId; name: string; identifier: string }[];
  legalName?: string;
  countryCode?: string;
  registrationNumber?: string;
  vatNumber?: string;
  environment?: Environment;
  createdAt?: string;
}

/** Who reads it came in: of the ways to be closed nobody sees more than that. */
const statusOf = (status: AccountStatus): AccountView['status'] =>
  isOpenAccount(status) ? status : 'CLOSED';

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
  const open = {
    id: account.id,
    name: account.name,
    status: statusOf(account.status),
    restricted,
    companies,
  };
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
