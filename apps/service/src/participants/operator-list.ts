import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { containing } from '../platform/db/like.ts';
import { during, pageOf, tally } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { type Cursors, type PageInput, readId, readPeriod } from '../platform/http/page.ts';
import { type ParticipantRowId, parseId } from '../platform/ids.ts';
import type { ParticipantCheck } from './check.ts';
import type { ParticipantStatus } from './participant.ts';
import { type ParticipantView, participantViews } from './view.ts';

export interface OperatorParticipantQuery extends PageInput {
  status?: ParticipantStatus[];
  accountId?: string;
  q?: string;
  from?: string;
  to?: string;
  counts?: boolean;
}

/** An address as the operator's people see it: whose it is, and what was looked at before it is approved. */
export interface OperatorParticipant extends ParticipantView {
  accountId: string;
  accountName: string;
  companyName: string;
  checks?: ParticipantCheck[];
}

type Filters = Omit<OperatorParticipantQuery, 'cursor' | 'before' | 'limit' | 'counts'>;

/** Addresses of every account, newest first. */
export async function listForOperator(
  deps: { db: Db; cursors: Cursors },
  { cursor, before, limit, counts, ...filters }: OperatorParticipantQuery,
) {
  const listing = {
    cursors: deps.cursors,
    table: 'participants',
    bound: ['operator-participants', filters],
  };
  const query = matching(deps.db, filters).selectAll('participants');
  const { rows, ...pages } = await pageOf(listing, { cursor, before, limit }, query);
  return {
    participants: await withOwners(deps.db, await participantViews(deps.db, rows)),
    ...pages,
    counts: counts ? await countByStatus(deps.db, filters) : undefined,
  };
}

export async function readForOperator({ db }: { db: Db }, id: string): Promise<OperatorParticipant> {
  const participantId = parseId<'Participant'>(id);
  const row =
    participantId &&
    (await overAll(db, 'operator')
      .selectFrom('participants')
      .where('id', '=', participantId)
      .selectAll()
      .executeTakeFirst());
  const [found] = row ? await withOwners(db, await participantViews(db, [row])) : [];
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

function matching(db: Db, { status, accountId, q, from, to }: Filters) {
  let query = overAll(db, 'operator')
    .selectFrom('participants')
    .where(during('participants', readPeriod({ from, to })));
  if (status) query = query.where('participants.status', 'in', status);
  if (accountId !== undefined)
    query = query.where('participants.account_id', '=', readId<'Account'>('accountId', accountId));
  if (q !== undefined) query = query.where(sql<SqlBool>`participants.search_text like ${containing(q)}`);
  return query;
}

/** The other filters narrow it, the status does not. */
async function countByStatus(db: Db, { status: _, ...filters }: Filters) {
  const rows = await matching(db, filters)
    .groupBy('participants.status')
    .select((eb) => ['participants.status', eb.fn.countAll<string>().as('count')])
    .execute();
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus };
}

async function withOwners(db: Db, views: ParticipantView[]): Promise<OperatorParticipant[]> {
  const owners = await ownersOf(
    db,
    views.map(({ id }) => id),
  );
  return views.flatMap((view) => {
    const owner = owners.get(view.id);
    return owner ? [{ ...view, ...owner }] : [];
  });
}

async function ownersOf(db: Db, ids: ParticipantRowId[]) {
  if (ids.length === 0) return new Map();
  const rows = await overAll(db, 'operator')
    .selectFrom('participants')
    .innerJoin('accounts', 'accounts.id', 'participants.account_id')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.id', '=', 'participants.company_id')
        .onRef('companies.account_id', '=', 'participants.account_id'),
    )
    .leftJoin('participant_checks', (join) =>
      join
        .onRef('participant_checks.participant_id', '=', 'participants.id')
        .onRef('participant_checks.account_id', '=', 'participants.account_id'),
    )
    .where('participants.id', 'in', ids)
    .select(['participants.id', 'participants.account_id as accountId'])
    .select(['accounts.name as accountName', 'companies.name as companyName', 'checks'])
    .execute();
  return new Map(rows.map(({ id, checks, ...owner }) => [id, { ...owner, checks: checks ?? undefined }]));
}
