import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Direction } from '../platform/access/route-access.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { exchangesBy } from '../platform/db/exchanges.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { containing } from '../platform/db/like.ts';
import { scoped } from '../platform/db/roots.ts';
import { type Cursors, type PageInput, readPage, readPeriod, toPage } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import type { ParticipantStatus } from './participant.ts';
import { type ParticipantView, participantViews } from './view.ts';

interface Deps {
  db: Db;
  cursors: Cursors;
}

export interface ParticipantQuery extends PageInput {
  companyId?: string;
  status?: ParticipantStatus;
  q?: string;
  counts?: boolean;
  direction?: Direction;
  from?: string;
  to?: string;
}

export interface ParticipantList {
  participants: ParticipantView[];
  nextCursor?: string;
  prevCursor?: string;
  counts?: { total: number; byStatus: Record<string, number> };
}

/** Every participant under the companies in reach. [PAR-16, PAR-23] */
export async function listParticipants(
  deps: Deps,
  principal: Principal,
  input: ParticipantQuery,
): Promise<ParticipantList> {
  const { cursor, before, limit, ...filters } = input;
  const bound = ['participants', principal.reach, filters];
  const page = readPage(deps.cursors, { cursor, before, limit }, bound);
  const { condition, order, limit: rowLimit } = keyset('created_at', 'id', page);
  const companyId = await companyIfNamed(deps.db, principal, filters.companyId);
  let query = inScope(deps.db, principal, companyId)
    .where(during('created_at', readPeriod(filters)))
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(rowLimit);
  if (filters.status) query = query.where('status', '=', filters.status);
  if (filters.direction) query = query.where(exchangesBy('participants.id', filters.direction));
  if (filters.q) query = query.where(matches(filters.q));
  const { rows, ...cursors } = toPage(deps.cursors, page, await query.execute(), bound, (row) => ({
    at: row.created_at,
    id: row.id,
  }));
  return {
    participants: await participantViews(deps.db, rows),
    ...cursors,
    counts: filters.counts ? await countByStatus(deps.db, principal, companyId) : undefined,
  };
}

function inScope(db: Db, principal: Principal, companyId: CompanyId | undefined) {
  const query = scoped(db, principal).selectFrom('participants');
  return companyId === undefined ? query : query.where('company_id', '=', companyId);
}

/** q matches scheme:value, canonicalId, name and identifier, in any case and with or without accents. */
const matches = (q: string) => sql<boolean>`search_text like ${containing(q)}`;

/** For the account, scoped by companyId when given; other filters do not narrow it. */
async function countByStatus(db: Db, principal: Principal, companyId: CompanyId | undefined) {
  const rows = await inScope(db, principal, companyId)
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .execute();
  const byStatus = Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
  return { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus };
}
