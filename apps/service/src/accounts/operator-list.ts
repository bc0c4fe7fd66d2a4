import { type SqlBool, sql } from 'kysely';
import { countedSince, countOfAccount } from '../messages/counts.ts';
import type { Db } from '../platform/db/database.ts';
import { during, pageOf, tally } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { type Cursors, type PageInput, readPeriod } from '../platform/http/page.ts';
import { type AccountId, parseId } from '../platform/ids.ts';
import type { AccountStatus } from '../platform/statuses.ts';

export interface OperatorAccountQuery extends PageInput {
  q?: string;
  status?: AccountStatus;
  from?: string;
  to?: string;
  counts?: boolean;
}

type Filters = Omit<OperatorAccountQuery, 'cursor' | 'before' | 'limit' | 'counts'>;

/** Accounts, newest first. */
export async function listAccounts(
  { db, cursors }: { db: Db; cursors: Cursors },
  { cursor, before, limit, counts, ...filters }: OperatorAccountQuery,
) {
  const listing = { cursors, table: 'accounts', bound: ['operator-accounts', filters] };
  const { rows, ...pages } = await pageOf(
    listing,
    { cursor, before, limit },
    withFigures(matching(db, filters)),
  );
  return {
    accounts: rows.map(toView),
    ...pages,
    counts: counts ? await countByStatus(db, filters) : undefined,
  };
}

function matching(db: Db, { q, status, from, to }: Filters) {
  let query = overAll(db, 'operator')
    .selectFrom('accounts')
    .where(during('accounts', readPeriod({ from, to })));
  if (status) query = query.where('accounts.status', '=', status);
  return q === undefined ? query : query.where(named(q.trim()));
}

/** Part of a name or number of the account, the address of one of its people, a Peppol address of its, or its id. */
function named(q: string) {
  const id = parseId<'Account'>(q);
  if (id) return sql<SqlBool>`accounts.id = ${id}::uuid`;
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const exact = q.toLowerCase();
  return sql<SqlBool>`(accounts.name ilike ${part} or accounts.legal_name ilike ${part}
    or accounts.registration_number ilike ${part} or accounts.vat_number ilike ${part}
    or exists (select from users where users.account_id = accounts.id and users.email = ${exact})
    or exists (select from participants where participants.account_id = accounts.id and participants.address = ${exact}))`;
}

const withFigures = (query: ReturnType<typeof matching>) =>
  query.selectAll('accounts').select((eb) => [
    eb
      .selectFrom('companies')
      .whereRef('companies.account_id', '=', 'accounts.id')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .as('companies'),
    eb
      .selectFrom('participants')
      .whereRef('participants.account_id', '=', 'accounts.id')
      .where('participants.status', '<>', 'DEACTIVATED')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .as('participants'),
    eb
      .selectFrom('users')
      .whereRef('users.account_id', '=', 'accounts.id')
      .where('users.status', '=', 'active')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .as('users'),
    eb
      .selectFrom('messages')
      .whereRef('messages.account_id', '=', 'accounts.id')
      .orderBy('messages.created_at', 'desc')
      .limit(1)
      .select('messages.created_at')
      .as('lastDocumentAt'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withFigures>['executeTakeFirstOrThrow']>>;

const toView = (row: Row) => ({
  id: row.id,
  name: row.name,
  legalName: row.legal_name,
  countryCode: row.country_code,
  registrationNumber: row.registration_number ?? undefined,
  vatNumber: row.vat_number ?? undefined,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  companyCount: Number(row.companies),
  participantCount: Number(row.participants),
  userCount: Number(row.users),
  lastDocumentAt: row.lastDocumentAt?.toISOString(),
});

async function countByStatus(db: Db, { status: _, ...filters }: Filters) {
  const rows = await matching(db, filters)
    .groupBy('accounts.status')
    .select((eb) => ['accounts.status', eb.fn.countAll<string>().as('count')])
    .execute();
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus };
}

const LISTED_COMPANIES = 100;
const LISTED_PEOPLE = 100;

/** One account, with what belongs to it. */
export async function readAccount({ db }: { db: Db }, id: string) {
  const accountId = parseId<'Account'>(id);
  const row =
    accountId &&
    (await withFigures(matching(db, {})).where('accounts.id', '=', accountId).executeTakeFirst());
  if (!row) throw new AppError('NOT_FOUND');
  return {
    ...toView(row),
    companies: await companiesOf(db, row.id),
    people: await peopleOf(db, row.id),
    participants: await participantsOf(db, row.id),
    messages: await messagesOf(db, row.id),
  };
}

const companiesOf = (db: Db, id: AccountId) =>
  overAll(db, 'operator')
    .selectFrom('companies')
    .where('account_id', '=', id)
    .select(['id', 'name', 'identifier', 'status'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(LISTED_COMPANIES)
    .execute();

/** Owners first: for the desk, and for a lost one. */
async function peopleOf(db: Db, id: AccountId) {
  const rows = await overAll(db, 'operator')
    .selectFrom('users')
    .where('account_id', '=', id)
    .where('status', '<>', 'erased')
    .select(['id', 'name', 'email', 'role', 'status', 'last_login_at'])
    .orderBy(sql`role <> 'owner'`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(LISTED_PEOPLE)
    .execute();
  return rows.map(({ last_login_at, ...row }) => ({ ...row, lastLoginAt: last_login_at?.toISOString() }));
}

async function participantsOf(db: Db, id: AccountId) {
  const rows = await overAll(db, 'operator')
    .selectFrom('participants')
    .where('account_id', '=', id)
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .execute();
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus };
}

/** Of the last 30 days. */
async function messagesOf(db: Db, id: AccountId) {
  const rows = await countOfAccount(db, id, { from: countedSince() });
  const { total, by: byStatus } = tally(rows, 'status');
  return { total, byStatus };
}
