import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { during, keyset } from '../platform/db/keyset.ts';
import { scoped } from '../platform/db/roots.ts';
import { invalidField } from '../platform/errors.ts';
import { csvPage, csvReply } from '../platform/http/csv.ts';
import type { Reply } from '../platform/http/endpoint.ts';
import {
  type Cursors,
  everyPage,
  type PageRequest,
  readPage,
  readPeriod,
  toPage,
} from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import type { MessageStatus } from './message.ts';
import { type Condition, soughtBy } from './search.ts';
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
  const filters = await filtersOf(deps.db, principal, asked);
  const sought = await soughtBy(deps.db, principal.accountId, filters);
  const countsFound = counts ? await countMessages(deps.db, principal, filters, sought) : undefined;
  if (limit === 0) return { messages: [], counts: countsFound };
  const bound = ['messages', principal.reach, filters];
  const page = readPage(deps.cursors, { cursor, before, limit }, bound);
  const found = await rowsOf(deps.db, principal, filters, sought, { ...page, limit: page.limit + 1 });
  const { rows, ...cursors } = toPage(deps.cursors, page, found, bound, positionOf);
  return { messages: rows.map(messageView), ...cursors, counts: countsFound };
}

async function filtersOf(db: Db, principal: Principal, { companyId, ...others }: Asked): Promise<Filters> {
  requireForDirection(principal, 'GET /v1/messages', others.direction);
  return { ...others, companyId: await companyIfNamed(db, principal, companyId) };
}

const positionOf = (row: MessageRow) => ({ at: row.created_at, id: row.id });

async function rowsOf(
  db: Db,
  principal: Principal,
  filters: Filters,
  sought: Condition,
  page: PageRequest,
): Promise<MessageRow[]> {
  const { condition, order } = keyset('created_at', 'id', page);
  const rows = await matching(db, principal, filters)
    .where(sought)
    .where(condition)
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(page.limit)
    .execute();
  return rows;
}

function matching(db: Db, principal: Principal, filters: Filters) {
  let query = scoped(db, principal)
    .selectFrom('messages')
    .where(during('created_at', readPeriod(filters)));
  if (filters.direction) query = query.where('direction', '=', filters.direction);
  if (filters.status) query = query.where('status', 'in', filters.status);
  if (filters.companyId !== undefined) query = query.where('company_id', '=', filters.companyId);
  return query;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

async function countMessages(
  db: Db,
  principal: Principal,
  filters: Filters,
  sought: Condition,
): Promise<MessageCounts> {
  const from = filters.from ?? new Date(Date.now() - THIRTY_DAYS_MS).toISOString();
  const rows = await matching(db, principal, { ...filters, from })
    .where(sought)
    .groupBy(['status', 'last_error_code'])
    .select((eb) => ['status', 'last_error_code as reason', eb.fn.countAll<string>().as('count')])
    .execute();
  const counts: MessageCounts = { total: 0, byStatus: {}, byReason: {} };
  for (const { status, reason, count } of rows) {
    counts.total += Number(count);
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + Number(count);
    if (reason) counts.byReason[reason] = (counts.byReason[reason] ?? 0) + Number(count);
  }
  return counts;
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
  const { cursor, before, limit, counts: _, ...asked } = input;
  const cellsOf = (message: MessageView) => CSV_COLUMNS.map((column) => message[column]);
  if (cursor !== undefined || before !== undefined || limit !== undefined) {
    const { messages, nextCursor } = await listMessages(deps, principal, { ...input, counts: false });
    return csvPage('messages', CSV_COLUMNS, messages.map(cellsOf), nextCursor);
  }
  const filters = await filtersOf(deps.db, principal, asked);
  const sought = await soughtBy(deps.db, principal.accountId, filters);
  const fetch = (page: PageRequest) => rowsOf(deps.db, principal, filters, sought, page);
  const pages = everyPage(fetch, positionOf);
  return csvReply('messages', CSV_COLUMNS, pages, (row) => cellsOf(messageView(row)));
}
