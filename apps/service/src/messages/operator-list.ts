import { idsDuring } from '../platform/db/by-id.ts';
import type { Db } from '../platform/db/database.ts';
import { byId, during, pageBy, tally } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type Cursors, type PageInput, type Period, readId, readPeriod } from '../platform/http/page.ts';
import { parseId } from '../platform/ids.ts';
import { attemptView } from './attempt.ts';
import { countByDay, countedSince, ofAccount, ofEverybody } from './counts.ts';
import type { MessageStatus } from './message.ts';
import { conditionOf, type Found, rowsOfPage, soughtByOperator } from './search.ts';

export interface OperatorMessageQuery extends PageInput {
  status?: MessageStatus[];
  direction?: 'INBOUND' | 'OUTBOUND';
  code?: string;
  accessPoint?: string;
  accountId?: string;
  q?: string;
  from?: string;
  to?: string;
  older?: string;
  counts?: boolean;
}

interface Deps {
  db: Db;
  cursors: Cursors;
}

/** Documents of every account, newest first: what was done with them, never what they say. [OPR-3, OPR-6] */
export async function listForOperator(deps: Deps, input: OperatorMessageQuery) {
  const { cursor, before, limit, counts, ...filters } = input;
  const period = periodOf(filters);
  const found = soughtByOperator(filters.q);
  const listing = { cursors: deps.cursors, table: 'messages', bound: ['operator-messages', filters] };
  const { rows, ...pages } = await pageBy(listing, { cursor, before, limit }, (page) =>
    rowsOfPage(deps.db, found, page, {
      order: byId,
      reach: reachFor(deps.db, period),
      list: matchingFor(deps.db, filters, period),
      read: (part) => withNames(part).execute(),
    }),
  );
  return {
    messages: rows.map(toView),
    ...pages,
    counts: counts ? await countMessages(deps.db, found, filters, period) : undefined,
  };
}

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `older=1h` is everything until an hour ago. */
function periodOf({ from, to, older }: OperatorMessageQuery): Period {
  const period = readPeriod({ from, to });
  if (older === undefined) return period;
  const [, amount = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(older) ?? [];
  if (unit === '') throw invalidField('older', 'must be a time such as 30m, 1h or 2d');
  const until = new Date(Date.now() - Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  return { ...period, to: period.to && period.to < until ? period.to : until };
}

const reachFor = (db: Db, period: Period) =>
  overAll(db, 'operator')
    .selectFrom('messages')
    .where(idsDuring('messages', period))
    .where(during('messages', period));

function matchingFor(db: Db, filters: OperatorMessageQuery, period: Period) {
  const { status, direction, code, accessPoint, accountId } = filters;
  let query = reachFor(db, period);
  if (status) query = query.where('messages.status', 'in', status);
  if (direction) query = query.where('messages.direction', '=', direction);
  if (code) query = query.where('messages.last_error_code', '=', code);
  if (accessPoint) query = query.where('messages.receiver_access_point', '=', accessPoint);
  if (accountId !== undefined)
    query = query.where('messages.account_id', '=', readId<'Account'>('accountId', accountId));
  return query;
}

/** What the operator's people see of a document, with the endpoint that was tried last. */
const withNames = (query: ReturnType<typeof matchingFor>) =>
  query
    .innerJoin('accounts', 'accounts.id', 'messages.account_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message_attempts')
          .whereRef('message_attempts.message_id', '=', 'messages.id')
          .whereRef('message_attempts.account_id', '=', 'messages.account_id')
          .orderBy('number', 'desc')
          .limit(1)
          .select(['endpoint_url', 'access_point'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'messages.id',
      'messages.account_id',
      'accounts.name as accountName',
      'messages.company_id',
      'messages.direction',
      'messages.status',
      'messages.type',
      'messages.document_type_id',
      'messages.sender',
      'messages.receiver',
      'messages.sender_name',
      'messages.receiver_name',
      'messages.bytes',
      'messages.attempts',
      'messages.next_attempt_at',
      'messages.last_error_code',
      'messages.last_error_message',
      'messages.receiver_access_point',
      'messages.sender_seat',
      'messages.created_at',
      'messages.status_changed_at',
      'last.endpoint_url',
      'last.access_point',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const toView = (row: Row) => ({
  id: row.id,
  accountId: row.account_id,
  accountName: row.accountName,
  companyId: row.company_id,
  direction: row.direction,
  status: row.status,
  type: row.type ?? undefined,
  documentTypeId: row.document_type_id,
  sender: row.sender,
  receiver: row.receiver,
  senderName: row.sender_name ?? undefined,
  receiverName: row.receiver_name ?? undefined,
  bytes: row.bytes,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at?.toISOString(),
  lastErrorCode: row.last_error_code ?? undefined,
  lastErrorMessage: row.last_error_message ?? undefined,
  accessPoint: otherSideOf(row),
  endpointUrl: row.endpoint_url ?? undefined,
  createdAt: row.created_at.toISOString(),
  statusChangedAt: row.status_changed_at.toISOString(),
});

const otherSideOf = (row: Row): string | undefined =>
  (row.direction === 'INBOUND' ? row.sender_seat : (row.receiver_access_point ?? row.access_point)) ??
  undefined;

/** Of the period, or of the last 30 days. */
async function countMessages(db: Db, found: Found, filters: OperatorMessageQuery, period: Period) {
  const counted = { ...period, from: period.from ?? countedSince() };
  const grouped = (query: ReturnType<typeof matchingFor>) =>
    query
      .groupBy(['messages.status', 'messages.last_error_code'])
      .select((eb) => ['messages.status', 'last_error_code as reason', eb.fn.countAll<string>().as('count')]);
  const { accessPoint, accountId, status, direction, code: reason } = filters;
  const groups =
    found.isEverything && accessPoint === undefined
      ? await countByDay(db, {
          ...{ status, direction, reason, period: counted },
          whose: accountId === undefined ? ofEverybody : ofAccount(readId<'Account'>('accountId', accountId)),
          oneByOne: (edge) => grouped(matchingFor(db, filters, edge)),
        })
      : await grouped(matchingFor(db, filters, counted).where(await conditionOf(db, found))).execute();
  const { total, by: byStatus } = tally(groups, 'status');
  return { total, byStatus, byReason: tally(groups, 'reason').by };
}

/** One document with its attempts. */
export async function readForOperator({ db }: { db: Db }, id: string) {
  const messageId = parseId<'Message'>(id);
  const row =
    messageId &&
    (await withNames(matchingFor(db, {}, {}))
      .where('messages.id', '=', messageId)
      .executeTakeFirst());
  if (!row) throw new AppError('NOT_FOUND');
  const attempts = await overAll(db, 'operator')
    .selectFrom('message_attempts')
    .where('message_id', '=', row.id)
    .selectAll()
    .orderBy('number')
    .execute();
  return {
    ...toView(row),
    attemptList: attempts.map(attemptView),
  };
}
