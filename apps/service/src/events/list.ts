import { type Expression, type SqlBool, sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import type { Db } from '../platform/db/database.ts';
import { ofCompany } from '../platform/db/in-reach.ts';
import { during } from '../platform/db/list.ts';
import { invalidField } from '../platform/errors.ts';
import { EVENT_TYPES, type EventBody, type EventType } from '../platform/events/event.ts';
import { isInReach } from '../platform/events/in-reach.ts';
import { accountEventsAfter, type LogEvent, placeBefore } from '../platform/events/log-event.ts';
import { DEFAULT_PAGE, type Period, readPeriod } from '../platform/http/page.ts';
import type { CompanyId } from '../platform/ids.ts';
import type { EventWaits } from './wait.ts';

export interface EventQuery {
  after?: number;
  limit?: number;
  type?: string[];
  companyId?: string;
  from?: string;
  to?: string;
  /** Seconds. */
  wait?: number;
}

export interface EventList {
  events: (EventBody & { seq: number })[];
  nextCursor?: string;
  lastSeq: number;
}

export interface EventListDeps {
  db: Db;
  eventWaits: EventWaits;
}

/** What was asked for, with a company that is in reach. */
interface Filters {
  period: Period;
  types: EventType[] | undefined;
  companyId: CompanyId | undefined;
}

/**
 * What happened, oldest first, after a place in the log. At the end of the log `wait` holds the answer back until
 * something comes that was asked for. [EVT-5, EVT-6]
 */
export async function listEvents(
  deps: EventListDeps,
  principal: Principal,
  query: EventQuery,
): Promise<EventList> {
  const { db } = deps;
  const { after = 0, limit = DEFAULT_PAGE, wait = 0 } = query;
  const filters = await filtersOf(db, principal, query);
  const { list, head } = await pageOf(db, principal, filters, after, limit);
  if (after > head)
    throw invalidField('after', `is ahead of the log, which ends at ${head}; start again without it`);
  if (list.events.length > 0 || list.nextCursor !== undefined || wait === 0) return list;
  const isWanted = (event: LogEvent): boolean => isInReach(principal.reach, event) && passes(filters, event);
  const news = await deps.eventWaits.until(principal, { after: list.lastSeq, seconds: wait, isWanted });
  if (news) return listOfNews(news, isWanted, limit);
  return (await pageOf(db, principal, filters, list.lastSeq, limit)).list;
}

/** What was waited for is at hand: it need not be read again. */
function listOfNews(
  news: readonly LogEvent[],
  isWanted: (event: LogEvent) => boolean,
  limit: number,
): EventList {
  const wanted = news.filter(isWanted);
  const page = wanted.slice(0, limit);
  const isComplete = page.length === wanted.length;
  const lastSeq = (isComplete ? news : page).at(-1)?.seq ?? 0;
  return { events: page.map(inList), nextCursor: isComplete ? undefined : String(lastSeq), lastSeq };
}

const inList = ({ seq, body }: LogEvent) => ({ seq, ...body });

async function filtersOf(db: Db, principal: Principal, query: EventQuery): Promise<Filters> {
  return {
    period: readPeriod(query),
    types: query.type?.map(readType),
    companyId: await companyIfNamed(db, principal, query.companyId),
  };
}

function readType(text: string): EventType {
  const type = EVENT_TYPES.find((one) => one === text);
  if (!type) throw invalidField('type', `"${text}" is none; ask for some of ${EVENT_TYPES.join(', ')}`);
  return type;
}

/**
 * No transaction of ours is open for as long as this: what began before a moment has its place soon after, so that a
 * period in the past is complete without reading all that came since.
 */
const LONGEST_TRANSACTION_MS = 3_600_000;

async function pageOf(
  db: Db,
  principal: Principal,
  filters: Filters,
  after: number,
  limit: number,
): Promise<{ list: EventList; head: number }> {
  const { from, to } = filters.period;
  const page = await accountEventsAfter(db, {
    accountId: principal.accountId,
    after: from ? Math.max(after, await placeBefore(db, from)) : after,
    upTo: to && (await placeBefore(db, new Date(to.getTime() + LONGEST_TRANSACTION_MS))),
    limit,
    only: conditionOf(principal, filters),
  });
  const list = {
    events: page.events.map(inList),
    nextCursor: page.isComplete ? undefined : String(page.lastSeq),
    lastSeq: Math.max(after, page.lastSeq),
  };
  return { list, head: page.head };
}

/** What accountEventsAfter calls the events that it looks at. */
const LOOKED_AT = 'looked_at';

/** Undefined when all of the account's events are wanted. */
function conditionOf(
  principal: Principal,
  { period, types, companyId }: Filters,
): Expression<SqlBool> | undefined {
  const { companyIds } = principal.reach;
  const conditions: Expression<SqlBool>[] = [];
  if (companyIds !== 'all') conditions.push(ofCompany(LOOKED_AT)(principal));
  if (companyId) conditions.push(sql`company_id = ${companyId}`);
  if (types) conditions.push(sql`type = any(${types}::text[])`);
  if (period.from || period.to) conditions.push(during(LOOKED_AT, period));
  return conditions.length === 0 ? undefined : sql.join<SqlBool>(conditions, sql` and `);
}

function passes({ period: { from, to }, types, companyId }: Filters, event: LogEvent): boolean {
  if (types && !types.includes(event.type)) return false;
  if (companyId && event.companyId !== companyId) return false;
  return !(from && event.createdAt < from) && !(to && event.createdAt >= to);
}
