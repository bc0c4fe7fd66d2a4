import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Principal, requireAdmin } from '../platform/access/principal.ts';
import { type AuditView, auditView } from '../platform/audit-view.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { containing } from '../platform/db/like.ts';
import { during, pageOf } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type Cursors, type Page, type PageInput, readPeriod } from '../platform/http/page.ts';

export interface AuditQuery extends PageInput {
  eventType?: string;
  companyId?: string;
  q?: string;
  from?: string;
  to?: string;
}

export interface AuditRow extends AuditView {
  actorKind: string;
  actorId?: string;
  address?: string;
}

/** Who did what, when, from where; newest first. An owner reads all of it, a company admin what lies in its companies. */
export async function listAccountAudit(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  input: AuditQuery,
): Promise<Page<AuditRow>> {
  requireAdmin(principal);
  const { cursor, before, limit, ...filters } = input;
  const companyId = await companyIfNamed(deps.db, principal, filters.companyId);
  const bound = ['account-audit', principal.reach, filters];
  let query = scoped(deps.db, principal)
    .selectFrom('account_audit')
    .where(during('account_audit', readPeriod(filters)))
    .selectAll();
  if (filters.eventType) query = query.where('event_type', '=', filters.eventType);
  if (companyId) query = query.where(sql<SqlBool>`company_ids @> array[${companyId}::uuid]`);
  if (filters.q) query = query.where(matches(filters.q));
  const listing = { cursors: deps.cursors, table: 'account_audit', bound };
  const found = await pageOf(listing, { cursor, before, limit }, query);
  return { ...found, rows: found.rows.map(toView) };
}

/** A substring over actor, target and metadata, in any case and with or without accents. */
const matches = (q: string) => sql<SqlBool>`search_text like ${containing(q)}`;

const toView = (row: Selectable<Tables['account_audit']>): AuditRow => ({
  ...auditView(row),
  actorKind: row.actor_kind,
  actorId: row.actor_id ?? undefined,
  address: row.address ?? undefined,
});
