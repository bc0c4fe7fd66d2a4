import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Direction } from '../platform/access/route-access.ts';
import { type AuditView, auditView } from '../platform/audit-view.ts';
import type { Db } from '../platform/db/database.ts';
import { goesThisWay } from '../platform/db/exchanges.ts';
import { containing } from '../platform/db/like.ts';
import { during, pageOf } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { type Cursors, type Page, type PageInput, readPeriod } from '../platform/http/page.ts';
import { participantOf } from './change.ts';
import type { ParticipantStatus } from './participant.ts';

export interface AuditQuery extends PageInput {
  eventType?: string;
  q?: string;
  from?: string;
  to?: string;
  direction?: Direction;
  status?: ParticipantStatus;
}

/** Who did what to this participant, newest first. q is a substring over actor and metadata. [AUD-6] */
export async function listAudit(
  deps: { db: Db; cursors: Cursors },
  principal: Principal,
  id: string,
  input: AuditQuery,
): Promise<Page<AuditView>> {
  const participant = await participantOf(deps.db, principal, id);
  const { cursor, before, limit, ...filters } = input;
  const bound = ['participant-audit', participant.id, filters];
  let query = scoped(deps.db, principal)
    .selectFrom('participant_audit')
    .where('participant_id', '=', participant.id)
    .where(during('participant_audit', readPeriod(filters)))
    .selectAll();
  if (filters.eventType) query = query.where('event_type', '=', filters.eventType);
  if (filters.direction) query = query.where(goesThisWay("metadata->>'direction'", filters.direction));
  if (filters.status) query = query.where(movesOf(filters.status));
  if (filters.q) query = query.where(matches(filters.q));
  const listing = { cursors: deps.cursors, table: 'participant_audit', bound };
  const { rows, ...cursors } = await pageOf(listing, { cursor, before, limit }, query);
  return { rows: rows.map(auditView), ...cursors };
}

/** Into this status, or out of it. */
const movesOf = (status: ParticipantStatus) =>
  sql<boolean>`${status} in (metadata->>'from', metadata->>'to')`;

const matches = (q: string) => sql<boolean>`search_text like ${containing(q)}`;
