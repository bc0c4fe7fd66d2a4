import { type SqlBool, sql } from 'kysely';
import { isOwner, type Principal, requireAdmin } from '../platform/access/principal.ts';
import { reaches } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { AppError } from '../platform/errors.ts';
import { type Cursors, readPage, readPeriod, toPage } from '../platform/http/page.ts';
import { parseId } from '../platform/ids.ts';

export interface AuditQuery {
  eventType?: string;
  companyId?: string;
  q?: string;
  from?: string;
  to?: string;
  cursor?: string;
  before?: string;
  limit?: number;
}

export interface AuditRow {
  id: string;
  actorKind: string;
  actorId?: string;
  actorName: string;
  eventType: string;
  targetType?: string;
  targetId?: string;
  targetName?: string;
  targetSub?: string;
  metadata: Record<string, unknown>;
  address?: string;
  createdAt: string;
}

export interface AuditPage {
  rows: AuditRow[];
  nextCursor?: string;
  prevCursor?: string;
}

/** Who did what, when, from where; newest first. An owner reads all of it, a company admin what lies in its companies. */
export async function listAccountAudit(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  input: AuditQuery,
): Promise<AuditPage> {
  requireAdmin(principal);
  const { cursor, before, limit, ...filters } = input;
  const bound = ['account-audit', principal.reach, filters];
  const page = readPage(deps.cursors, { cursor, before, limit }, bound);
  const { condition, order, limit: rowLimit } = keyset('created_at', 'id', page);
  let query = deps.db
    .selectFrom('account_audit')
    .where('account_id', '=', principal.accountId)
    .where(inSight(principal))
    .where(during('created_at', readPeriod(filters)))
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(rowLimit);
  if (filters.eventType) query = query.where('event_type', '=', filters.eventType);
  if (filters.companyId !== undefined) query = query.where(concerns(principal, filters.companyId));
  if (filters.q) query = query.where(matches(filters.q));
  const found = toPage(deps.cursors, page, await query.execute(), bound, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return { ...found, rows: found.rows.map(toView) };
}

/** A company admin also reads what it did itself. */
function inSight(principal: Principal) {
  const { companyIds } = principal.reach;
  if (isOwner(principal) || companyIds === 'all') return sql<SqlBool>`true`;
  const oneself = principal.kind === 'user' ? principal.userId : principal.apiKeyId;
  return sql<SqlBool>`(company_ids <@ ${[...companyIds]}::uuid[] or actor_id = ${oneself}::uuid)`;
}

function concerns(principal: Principal, text: string) {
  const companyId = parseId<'Company'>(text);
  if (!companyId || !reaches(principal.reach, companyId)) throw new AppError('NOT_FOUND');
  return sql<SqlBool>`company_ids @> array[${companyId}::uuid]`;
}

/** A substring over actor, target and metadata, in any case. */
function matches(q: string) {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(lower(actor_name) like ${pattern} or lower(target_name) like ${pattern}
    or lower(metadata::text) like ${pattern})`;
}

function toView(row: {
  id: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  event_type: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: Record<string, unknown>;
  address: string | null;
  created_at: Date;
}): AuditRow {
  return {
    id: row.id,
    actorKind: row.actor_kind,
    actorId: row.actor_id ?? undefined,
    actorName: row.actor_name,
    eventType: row.event_type,
    targetType: row.target_type ?? undefined,
    targetId: row.target_id ?? undefined,
    targetName: row.target_name ?? undefined,
    targetSub: row.target_sub ?? undefined,
    metadata: row.metadata,
    address: row.address ?? undefined,
    createdAt: row.created_at.toISOString(),
  };
}
