import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Direction } from '../platform/access/route-access.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { participantExchanges } from '../platform/db/exchanges.ts';
import { containing } from '../platform/db/like.ts';
import { during, pageOf, tally } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { type Cursors, type PageInput, readPeriod } from '../platform/http/page.ts';
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
  const companyId = await companyIfNamed(deps.db, principal, filters.companyId);
  let query = inScope(deps.db, principal, companyId)
    .where(during('participants', readPeriod(filters)))
    .selectAll();
  if (filters.status) query = query.where('status', '=', filters.status);
  if (filters.direction) query = query.where(participantExchanges(filters.direction));
  if (filters.q) query = query.where(matches(filters.q));
  const listing = { cursors: deps.cursors, table: 'participants', bound };
  const { rows, ...cursors } = await pageOf(listing, { cursor, before, limit }, query);
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
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus };
}
