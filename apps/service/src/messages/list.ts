import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { byTime, csvOf, directionOf, during, pageBy, rowsFrom, tally } from '../platform/db/list.ts';
import { overAll, type Scoped, scoped } from '../platform/db/roots.ts';
import { invalidField } from '../platform/errors.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import { type Cursors, type PageInput, type PageRequest, readPeriod } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import { countByDay, countedSince, daysWith, ofReach } from './counts.ts';
import type { MessageStatus } from './message.ts';
import { areSeldom, firstOfEach } from './rows-of-list.ts';
import { byKeys, type Condition, conditionOf, type Found, NEAR, rowsOfPage, soughtBy } from './search.ts';
import type { MessageRow } from './transition.ts';
import { type MessageView, messageView } from './view.ts';

export interface MessageQuery {
  cursor?: string;
  before?: string;
  limit?: number;
  from?: string;
  to?: string;
  direction?: 'INBOUND' | 'OUTBOUND';
  status?: MessageStatus[];
  companyId?: string;
  q?: string;
  documentNumber?: string;
  externalReference?: string;
  counts?: boolean;
}

export interface MessageCounts {
  total: number;
  byStatus: Record<string, number>;
  byReason: Record<string, number>;
}

export interface MessageList {
  messages: MessageView[];
  nextCursor?: string;
  prevCursor?: string;
  counts?: MessageCounts;
}

interface Deps {
  db: Db;
  cursors: Cursors;
}

type Asked = Omit<MessageQuery, 'cursor' | 'before' | 'limit' | 'counts'>;
/** What was asked for, with a company that is in reach. */
type Filters = Omit<Asked, 'companyId'> & { companyId?: CompanyId };

/** Documents of the companies in reach, newest first; limit=0 with counts answers only counts. [MSG-50, MSG-53] */
export async function listMessages(
  deps: Deps,
  principal: Principal,
  input: MessageQuery,
): Promise<MessageList> {
  const { cursor, before, limit, counts, ...asked } = input;
  if (limit === 0 && !counts)
    throw invalidField('limit', 'may be 0 only with counts=true; ask for 1 to 100', 'TOO_SMALL');
  const matching = await matchingFor(deps.db, principal, asked);
  const countsFound = counts ? await countMessages(deps.db, principal, matching) : undefined;
  if (limit === 0) return { messages: [], counts: countsFound };
  const { rows, ...cursors } = await pageOfThem(deps, principal, matching, { cursor, before, limit });
  return { messages: rows.map((row) => messageView(row)), ...cursors, counts: countsFound };
}

async function filtersOf(db: Db, principal: Principal, { companyId, ...others }: Asked): Promise<Filters> {
  requireForDirection(principal, 'GET /v1/messages', others.direction);
  return { ...others, companyId: await companyIfNamed(db, principal, companyId) };
}

/** The documents that were asked for. */
interface Matching {
  filters: Filters;
  found: Found;
  /** All that the filters leave, wherever it was found; of another period where one is given. */
  list(period?: { from: string; to?: string }): Query;
}

async function matchingFor(db: Db, principal: Principal, asked: Asked): Promise<Matching> {
  const filters = await filtersOf(db, principal, asked);
  return {
    filters,
    found: soughtBy(principal.accountId, filters),
    list: (period) => queryFor(db, principal, { ...filters, ...period }),
  };
}

const pageOfThem = (deps: Deps, principal: Principal, matching: Matching, asked: PageInput) =>
  pageBy(listingOf(deps, principal, matching), asked, (page) =>
    matching.found.isEverything
      ? rowsOfAll(deps.db, principal, matching, page)
      : rowsOfPage(deps.db, matching.found, page, {
          order: byTime,
          ...nextInReach(deps.db, principal, matching, page),
          list: matching.list(),
          read: (part) => part.selectAll().execute(),
        }),
  );

/** So many times a page is looked at before the counters are asked where the documents are that a filter leaves. */
const NEAR_PAGES = 6;

/** Where nothing is sought. Filters may leave one of a million documents, and reach some companies of thousands. */
async function rowsOfAll(
  db: Db,
  principal: Principal,
  { filters, list }: Matching,
  page: PageRequest,
): Promise<MessageRow[]> {
  const { companyIds } = principal.reach;
  const { companyId, status, direction } = filters;
  const read = (query: Query) => rowsFrom(byTime('messages'), query, page).selectAll().execute();
  const readThese = (which: Condition) => rowsByKey(list().where(which), page).selectAll().execute();
  if (status && areSeldom(status)) return readThese(firstOfEach('status', status, list(), page));
  if (companyIds !== 'all' && !companyId)
    return readThese(
      firstOfEach('company_id', companyIds, filtered(inCompanies(db, filters), filters), page),
    );
  if (!status && !direction) return read(list());
  const near = rowsFrom(byTime('messages'), reachFor(db, principal, filters), {
    ...page,
    limit: NEAR_PAGES * page.limit,
  });
  const rows = await readThese(byKeys(near.select('messages.id')));
  if (rows.length === page.limit) return rows;
  const days = await daysWith(db, { whose: ofReach(principal, companyId), direction, status });
  return days ? read(list().where(during('messages', days))) : [];
}

/** Few rows, which are named by their keys: put in order so that the planner does not rather walk a list until it meets them. */
const rowsByKey = (query: Query, page: PageRequest) =>
  query
    .orderBy(sql`messages.created_at + interval '0'`, directionOf(page))
    .orderBy('messages.id', directionOf(page))
    .limit(page.limit);

/** Of a period, of whichever companies these will be; who reads it asks for those in reach. */
const inCompanies = (db: Db, period: Pick<Filters, 'from' | 'to'>): Query => {
  const all: Pick<Scoped, 'selectFrom'> = overAll(db, 'reach in sql') as unknown as Scoped;
  return all.selectFrom('messages').where(during('messages', readPeriod(period)));
};

/** So many documents of all companies together are looked at, and two pages at least. */
const NEAR_IN_COMPANIES = 2_000;

/**
 * What is in reach, and how much of it is looked at first: in a status that few stay in those; of some companies only those
 * that come next, which no index gives in order.
 */
function nextInReach(db: Db, principal: Principal, { filters, list }: Matching, page: PageRequest) {
  const { companyIds } = principal.reach;
  const { status, companyId } = filters;
  if (status && areSeldom(status))
    return { reach: list().where(firstOfEach('status', status, list(), { ...page, limit: NEAR })) };
  const reach = reachFor(db, principal, filters);
  if (companyIds === 'all' || companyId) return { reach };
  const near = Math.max(2 * page.limit, Math.floor(NEAR_IN_COMPANIES / Math.max(1, companyIds.length)));
  const first = firstOfEach('company_id', companyIds, inCompanies(db, filters), { ...page, limit: near });
  return { reach: reach.where(first), near };
}

const listingOf = ({ cursors }: Deps, { reach }: Principal, { filters }: Matching) => ({
  cursors,
  table: 'messages',
  bound: ['messages', reach, filters],
});

type Query = ReturnType<typeof queryFor>;

function reachFor(db: Db, principal: Principal, filters: Filters) {
  const query = scoped(db, principal)
    .selectFrom('messages')
    .where(during('messages', readPeriod(filters)));
  return filters.companyId === undefined ? query : query.where('company_id', '=', filters.companyId);
}

function filtered(
  query: ReturnType<typeof reachFor>,
  { direction, status }: Pick<Filters, 'direction' | 'status'>,
) {
  const directed = direction ? query.where('direction', '=', direction) : query;
  return status ? directed.where('status', 'in', status) : directed;
}

const queryFor = (db: Db, principal: Principal, filters: Filters) =>
  filtered(reachFor(db, principal, filters), filters);

async function countMessages(
  db: Db,
  principal: Principal,
  { filters, found, list }: Matching,
): Promise<MessageCounts> {
  const from = filters.from ?? countedSince().toISOString();
  const grouped = (query: Query) =>
    query
      .groupBy(['status', 'last_error_code'])
      .select((eb) => ['status', 'last_error_code as reason', eb.fn.countAll<string>().as('count')]);
  const groups = found.isEverything
    ? await countByDay(db, {
        ...filters,
        whose: ofReach(principal, filters.companyId),
        period: readPeriod({ ...filters, from }),
        oneByOne: (edge) => grouped(list({ from: edge.from.toISOString(), to: edge.to.toISOString() })),
      })
    : await grouped(list({ from }).where(await conditionOf(db, found))).execute();
  const { total, by: byStatus } = tally(groups, 'status');
  return { total, byStatus, byReason: tally(groups, 'reason').by };
}

const CSV_COLUMNS = [
  'id',
  'companyId',
  'direction',
  'status',
  'sender',
  'receiver',
  'type',
  'documentNumber',
  'externalReference',
  'createdAt',
  'statusChangedAt',
  'lastErrorCode',
] as const;

/** The same rows as CSV: a page where limit, cursor or before ask for one, else the whole matching list. */
export async function messagesAsCsv(deps: Deps, principal: Principal, input: MessageQuery): Promise<Reply> {
  const { cursor, before, limit, counts: _, ...others } = input;
  const asked = { cursor, before, limit };
  const matching = await matchingFor(deps.db, principal, others);
  const cellsOf = (row: MessageRow) => {
    const message = messageView(row);
    return CSV_COLUMNS.map((column) => message[column]);
  };
  const all = async () =>
    matching
      .list()
      .where(await conditionOf(deps.db, matching.found))
      .selectAll();
  const rows = { page: () => pageOfThem(deps, principal, matching, asked), all };
  return csvOf({ table: 'messages' }, asked, rows, { name: 'messages', columns: CSV_COLUMNS, cellsOf });
}
