import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { type AuditView, auditView } from '../platform/audit-view.ts';
import type { Db } from '../platform/db/database.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { containing } from '../platform/db/like.ts';
import { overAll } from '../platform/db/roots.ts';
import { withinReach } from '../platform/db/within-reach.ts';
import { type Cursors, readPage, readPeriod, toPage } from '../platform/http/page.ts';
import { participantOf } from './change.ts';

export interface AuditQuery {
  eventType?: string;
  q?: string;
  from?: string;
  to?: string;
  cursor?: string;
  limit?: number;
}

/** Who did what to this participant, newest first. q is a substring over actor and metadata. */
export async function listAudit(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  id: string,
  input: AuditQuery,
): Promise<{ rows: AuditView[]; nextCursor?: string }> {
  const participant = await participantOf(deps.db, principal, id);
  const { cursor, limit, ...filters } = input;
  const bound = ['participant-audit', participant.id, filters];
  const page = readPage(deps.cursors, { cursor, limit }, bound);
  const { condition, order, limit: rowLimit } = keyset('created_at', 'id', page);
  let query = overAll(deps.db, 'found')
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
  if (filters.q) query = query.where(matches(filters.q));
  const { rows, nextCursor } = toPage(deps.cursors, page, await query.execute(), bound, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return { rows: rows.map(auditView), nextCursor };
}

const matches = (q: string) => sql<boolean>`search_text like ${containing(q)}`;
