import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Reach } from '../access/reach.ts';
import type { Tables } from './tables.ts';

/** The tables whose rows belong to a company, under the names the columns have there. */
type Owned = 'participants' | 'messages' | 'participant_audit' | 'uploads';

/**
 * The condition that every query over company-owned rows carries: the principal's account and companies.
 * `db.selectFrom('messages').where(withinReach('messages', reach))`
 */
export function withinReach<Table extends Owned>(table: Table, reach: Reach) {
  return (eb: ExpressionBuilder<Tables, Table>): ExpressionWrapper<Tables, Table, SqlBool> => {
    const account = sql<SqlBool>`${sql.ref(`${table}.account_id`)} = ${reach.accountId}`;
    if (reach.companyIds === 'all') return eb.and([account]);
    return eb.and([
      account,
      sql<SqlBool>`${sql.ref(`${table}.company_id`)} = any(${[...reach.companyIds]}::uuid[])`,
    ]);
  };
}

/** The same for the companies themselves. */
export function companiesWithinReach(reach: Reach) {
  return (eb: ExpressionBuilder<Tables, 'companies'>): ExpressionWrapper<Tables, 'companies', SqlBool> => {
    const account = eb('companies.account_id', '=', reach.accountId);
    if (reach.companyIds === 'all') return eb.and([account]);
    return eb.and([account, sql<SqlBool>`companies.id = any(${[...reach.companyIds]}::uuid[])`]);
  };
}
