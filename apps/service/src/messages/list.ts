import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { byTime, csvOf, during, pageBy, tally } from '../platform/db/list.ts';
import { scoped } from '../platform/db/roots.ts';
import { invalidField } from '../platform/errors.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import { type Cursors, type PageInput, readPeriod } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import type { MessageStatus } from './message.ts';
import { conditionOf, type Found, rowsOfPage, soughtBy } from './search.ts';
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
  const countsFound = counts ? await countMessages(deps.db, matching) : undefined;
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
  list(period?: { from: string }): Query;
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
    rowsOfPage(deps.db, matching.found, page, {
      order: byTime,
      reach: reachFor(deps.db, principal, matching.filters),
      list: matching.list(),
      read: (part) => part.selectAll().execute(),
    }),
  );

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

function queryFor(db: Db, principal: Principal, filters: Filters) {
  let query = reachFor(db, principal, filters);
  if (filters.direction) query = query.where('direction', '=', filters.direction);
  if (filters.status) query = query.where('status', 'in', filters.status);
  return query;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

async function countMessages(db: Db, { filters, found, list }: Matching): Promise<MessageCounts> {
  const from = filters.from ?? new Date(Date.now() - THIRTY_DAYS_MS).toISOString();
  const groups = await list({ from })
    .where(await conditionOf(db, found))
    .groupBy(['status', 'last_error_code'])
    .select((eb) => ['status', 'last_error_code as reason', eb.fn.countAll<string>().as('count')])
    .execute();
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
