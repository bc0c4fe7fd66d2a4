import { type SqlBool, sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { pageOf } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { usersWithin } from '../platform/db/user-reach.ts';
import type { Cursors, Page, PageInput } from '../platform/http/page.ts';
import { type IdentityView, toIdentityView } from './identity.ts';

/** The identities of the users in sight: for a member that is oneself. */
export async function listIdentities(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  asked: PageInput,
): Promise<Page<IdentityView>> {
  const bound = ['sso-identities', principal.reach, oneselfOf(principal), isMember(principal)];
  const query = scoped(deps.db, principal).selectFrom('sso_identities').where(inSight(principal)).selectAll();
  const listing = { cursors: deps.cursors, table: 'sso_identities', bound };
  const { rows, ...cursors } = await pageOf(listing, asked, query);
  return { rows: rows.map(toIdentityView), ...cursors };
}

const oneselfOf = (principal: Principal) => (principal.kind === 'user' ? principal.userId : null);
const isMember = (principal: Principal) => principal.kind === 'user' && principal.role === 'member';

function inSight(principal: Principal) {
  const { companyIds } = principal.reach;
  if (companyIds === 'all' && !isMember(principal)) return sql<SqlBool>`true`;
  const companies = companyIds === 'all' || isMember(principal) ? [] : companyIds;
  const holder = sql.ref('sso_identities.user_id');
  return sql<SqlBool>`(${holder} = ${oneselfOf(principal)}::uuid
    or exists (select 1 from users
      where users.id = ${holder} and users.account_id = sso_identities.account_id and ${usersWithin(companies)}))`;
}
