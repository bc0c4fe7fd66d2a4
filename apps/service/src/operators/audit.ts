import { type SqlBool, sql } from 'kysely';
import { type AuditView, auditView } from '../platform/audit-view.ts';
import type { Db } from '../platform/db/database.ts';
import { containing } from '../platform/db/like.ts';
import { during, pageOf } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import { type Cursors, type Page, type PageInput, readId, readPeriod } from '../platform/http/page.ts';

export interface AuditQuery extends PageInput {
  operatorId?: string;
  accountId?: string;
  eventType?: string;
  q?: string;
  from?: string;
  to?: string;
}

export interface OperatorAuditView extends AuditView {
  actorId?: string;
  tokenName?: string;
  address?: string;
  accountId?: string;
  accountName?: string;
}

/** Who of the operator's people did what, when, from where; newest first. [OPR-8] */
export async function listOperatorAudit(
  { db, cursors }: { db: Db; cursors: Cursors },
  { cursor, before, limit, ...filters }: AuditQuery,
): Promise<Page<OperatorAuditView>> {
  const { operatorId, accountId, eventType, q } = filters;
  let query = overAll(db, 'operator')
    .selectFrom('operator_audit')
    .leftJoin('accounts', 'accounts.id', 'operator_audit.account_id')
    .where(during('operator_audit', readPeriod(filters)))
    .selectAll('operator_audit')
    .select('accounts.name as accountName');
  if (operatorId !== undefined)
    query = query.where('operator_audit.operator_id', '=', readId<'Operator'>('operatorId', operatorId));
  if (accountId !== undefined)
    query = query.where('operator_audit.account_id', '=', readId<'Account'>('accountId', accountId));
  if (eventType !== undefined) query = query.where('operator_audit.event_type', '=', eventType);
  if (q !== undefined) query = query.where(sql<SqlBool>`operator_audit.search_text like ${containing(q)}`);
  const listing = { cursors, table: 'operator_audit', bound: ['operator-audit', filters] };
  const found = await pageOf(listing, { cursor, before, limit }, query);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...auditView(row),
      actorId: row.operator_id ?? undefined,
      tokenName: row.token_name ?? undefined,
      address: row.address ?? undefined,
      accountId: row.account_id ?? undefined,
      accountName: row.accountName ?? undefined,
    })),
  };
}
