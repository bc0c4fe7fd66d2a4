import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { companyInReach } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { withinReach } from '../platform/db/within-reach.ts';
import { type Cursors, readPage, readPeriod, toPage } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import { participantOf } from './change.ts';
import type { ParticipantRow } from './transition.ts';
import { type ParticipantView, participantViews } from './view.ts';

interface Deps {
  db: Db;
  cursors: Cursors;
}

export interface ParticipantQuery {
  companyId?: string;
  status?: string;
  q?: string;
  counts?: boolean;
  cursor?: string;
  limit?: number;
  from?: string;
  to?: string;
}

export interface ParticipantList {
  participants: ParticipantView[];
  nextCursor?: string;
  counts?: { total: number; byStatus: Record<string, number> };
}

/** Every participant under the companies in reach. [API Participants] */
export async function listParticipants(
  deps: Deps,
  principal: Principal,
  input: ParticipantQuery,
): Promise<ParticipantList> {
  const { cursor, limit, ...filters } = input;
  const bound = ['participants', principal.reach, filters];
  const page = readPage(deps.cursors, { cursor, limit }, bound);
  const { condition, order, limit: rowLimit } = keyset('created_at', 'id', page);
  const companyId =
    filters.companyId === undefined ? undefined : await companyInReach(deps.db, principal, filters.companyId);
  let query = inScope(deps.db, principal, companyId)
    .where(during('created_at', readPeriod(filters)))
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(rowLimit);
  if (filters.status) query = query.where('status', '=', filters.status);
  if (filters.q) query = query.where(matches(filters.q));
  const { rows, nextCursor } = toPage(deps.cursors, page, await query.execute(), bound, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return {
    participants: await participantViews(deps.db, rows as ParticipantRow[]),
    nextCursor,
    counts: filters.counts ? await countByStatus(deps.db, principal, companyId) : undefined,
  };
}

function inScope(db: Db, principal: Principal, companyId: CompanyId | undefined) {
  const query = db.selectFrom('participants').where(withinReach('participants', principal.reach));
  return companyId === undefined ? query : query.where('company_id', '=', companyId);
}

/** q matches scheme:value, canonicalId, name and identifier. */
function matches(q: string) {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(canonical_id like ${pattern} or lower(name) like ${pattern} or identifier like ${pattern})`;
}

/** For the account, scoped by companyId when given; other filters do not narrow it. */
async function countByStatus(db: Db, principal: Principal, companyId: CompanyId | undefined) {
  const rows = await inScope(db, principal, companyId)
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .execute();
  const byStatus = Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
  return { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus };
}

export interface AuditQuery {
  eventType?: string;
  q?: string;
  from?: string;
  to?: string;
  cursor?: string;
  limit?: number;
}

export interface AuditRow {
  id: string;
  actorName: string;
  eventType: string;
  targetType?: string;
  targetId?: string;
  targetName?: string;
  targetSub?: string;
  metadata: Record<string, unknown>;
  createdAt: string;
}

/** Who did what to this participant, newest first. q is a substring over actor and metadata. */
export async function listAudit(
  deps: Deps,
  principal: Principal,
  id: string,
  input: AuditQuery,
): Promise<{ rows: AuditRow[]; nextCursor?: string }> {
  const participant = await participantOf(deps.db, principal, id);
  const { cursor, limit, ...filters } = input;
  const bound = ['participant-audit', participant.id, filters];
  const page = readPage(deps.cursors, { cursor, limit }, bound);
  const { condition, order, limit: rowLimit } = keyset('created_at', 'id', page);
  let query = deps.db
    .selectFrom('participant_audit')
    .where(withinReach('participant_audit', principal.reach))
    .where('participant_id', '=', participant.id)
    .where(during('created_at', readPeriod(filters)))
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(rowLimit);
  if (filters.eventType) query = query.where('event_type', '=', filters.eventType);
  if (filters.q) {
    const pattern = `%${filters.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(actor_name) like ${pattern} or lower(metadata::text) like ${pattern})`,
    );
  }
  const { rows, nextCursor } = toPage(deps.cursors, page, await query.execute(), bound, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return { rows: rows.map(auditRow), nextCursor };
}

function auditRow(row: {
  id: string;
  actor_name: string;
  event_type: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  target_sub: string | null;
  metadata: Record<string, unknown>;
  created_at: Date;
}): AuditRow {
  return {
    id: row.id,
    actorName: row.actor_name,
    eventType: row.event_type,
    targetType: row.target_type ?? undefined,
    targetId: row.target_id ?? undefined,
    targetName: row.target_name ?? undefined,
    targetSub: row.target_sub ?? undefined,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
  };
}
