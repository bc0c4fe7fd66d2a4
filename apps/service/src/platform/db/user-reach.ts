import { type SqlBool, sql } from 'kysely';
import type { Reach } from '../access/reach.ts';
import type { CompanyId } from '../ids.ts';

const ofUser = sql`user_companies.user_id = users.id and user_companies.account_id = users.account_id`;

/** What a user reaches: every company where that is said, else the companies that are named; none of them is none. */
export const userReach = sql<Reach['companyIds']>`case when users.all_companies then '"all"'::jsonb
  else (select coalesce(jsonb_agg(company_id order by company_id), '[]') from user_companies
    where ${ofUser}) end`;

/** Users who reach something, and nothing but these companies. */
export const usersWithin = (companyIds: readonly CompanyId[]) => sql<SqlBool>`(not users.all_companies
  and exists (select 1 from user_companies where ${ofUser})
  and not exists (select 1 from user_companies where ${ofUser} and company_id <> all(${[...companyIds]}::uuid[])))`;

/** Users who reach the company: confined to it among others, or not confined at all. */
export const usersReaching = (companyId: CompanyId) => sql<SqlBool>`(users.all_companies
  or exists (select 1 from user_companies where ${ofUser} and company_id = ${companyId}))`;
