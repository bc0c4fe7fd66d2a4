import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { ofCompany } from '../platform/db/in-reach.ts';
import { all, during } from '../platform/db/list.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Period } from '../platform/http/page.ts';
import type { AccountId, CompanyId } from '../platform/ids.ts';
import { type Days, partsOf, startOfDay } from '../platform/whole-days.ts';
import { PLACES_CHANGED } from './count-deltas.ts';
import type { MessageStatus } from './message.ts';

const DAY_MS = 86_400_000;
const COUNTED_DAYS = 30;

/** What is counted where nobody says since when: the last 30 days, from the beginning of that day in UTC. [MSG-53] */
export const countedSince = (): Date => new Date(startOfDay(Date.now() - COUNTED_DAYS * DAY_MS));

type Condition = RawBuilder<SqlBool>;

/** Whose documents are counted: by the counters, and by what changed since they were added up. */
export interface Whose {
  table: 'message_counts' | 'message_counts_of_all';
  counters: Condition;
  deltas: Condition;
}

export const ofEverybody: Whose = {
  table: 'message_counts_of_all',
  counters: sql`true`,
  deltas: sql`true`,
};

export const ofAccount = (id: AccountId): Whose => ({
  table: 'message_counts',
  counters: sql`account_id = ${id}::uuid and company_id is null`,
  deltas: sql`account_id = ${id}::uuid`,
});

/** Those of the companies in reach, or of one of them. An account has counters of its own, which whoever reaches all reads. */
export function ofReach(principal: Principal, companyId: CompanyId | undefined): Whose {
  const isWhole = principal.reach.companyIds === 'all';
  const whole = isWhole ? sql<SqlBool>`company_id is null` : sql<SqlBool>`true`;
  const one = companyId && sql<SqlBool>`company_id = ${companyId}::uuid`;
  return {
    table: 'message_counts',
    counters: sql`${ofCompany('message_counts')(principal)} and ${one ?? whole}`,
    deltas: sql`${ofCompany('message_count_deltas')(principal)} and ${one ?? sql`true`}`,
  };
}

interface Filtered {
  whose: Whose;
  direction?: 'INBOUND' | 'OUTBOUND' | undefined;
  status?: readonly MessageStatus[] | undefined;
  reason?: string | undefined;
}

interface Asked extends Filtered {
  period: Period;
  /** The same documents counted one by one, of less than a day, by `status` and `reason`, with their `count`. */
  oneByOne: (period: { from: Date; to: Date }) => Expression<unknown>;
}

export interface CountedGroup {
  status: MessageStatus;
  reason: string | null;
  count: string;
}

/**
 * How many documents of a period there are, by status and reason: whole days by the counters, what is left of the first and
 * the last one by one, all in one statement, so that nothing is counted twice or not at all.
 */
export async function countByDay(db: Db, asked: Asked): Promise<CountedGroup[]> {
  const { days, edges } = partsOf(asked.period);
  const counted = days && sql`select status, reason, count from (${countersOf(asked, days)}) as counted`;
  const parts = [...(counted ? [counted] : []), ...edges.map((edge) => sql`${asked.oneByOne(edge)}`)];
  if (parts.length === 0) return [];
  const { rows } = await sql<CountedGroup>`
    select status, reason, sum(count)::text as count from (${sql.join(parts, sql` union all `)}) as part (status, reason, count)
    group by status, reason having sum(count) > 0`.execute(overAll(db, 'reach in sql'));
  return rows;
}

/** The first and the last day with such documents; undefined where there are none. */
export async function daysWith(db: Db, asked: Filtered): Promise<{ from: Date; to: Date } | undefined> {
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select min(day)::timestamp at time zone 'utc' as "from", (max(day) + 1)::timestamp at time zone 'utc' as "to"
    from (select day from (${countersOf(asked, {})}) as counted group by day having sum(count) > 0) as days`.execute(
    overAll(db, 'reach in sql'),
  );
  const [{ from, to } = { from: null, to: null }] = rows;
  return from && to ? { from, to } : undefined;
}

/** Counters with their day, and what changed since they were added up. */
function countersOf({ whose, ...filters }: Filtered, days: Days) {
  const conditions: Expression<SqlBool>[] = [];
  if (days.first) conditions.push(sql`day >= ${days.first}::date`);
  if (days.end) conditions.push(sql`day < ${days.end}::date`);
  if (filters.direction) conditions.push(sql`direction = ${filters.direction}`);
  if (filters.status) conditions.push(sql`status = any(${[...filters.status]}::text[])`);
  if (filters.reason !== undefined) conditions.push(sql`reason = ${filters.reason}`);
  return sql`
    select day, status, reason, count from ${sql.table(whose.table)} where ${whose.counters} and ${all(conditions)}
    union all
    select day, status, reason, change from message_count_deltas ${PLACES_CHANGED}
    where ${whose.deltas} and status is not null and ${all(conditions)}`;
}

/** Documents of an account, made since then or ever. */
export const countOfAccount = (db: Db, id: AccountId, period: Period = {}): Promise<CountedGroup[]> =>
  countByDay(db, {
    period,
    whose: ofAccount(id),
    oneByOne: (edge) =>
      overAll(db, 'operator')
        .selectFrom('messages')
        .where('account_id', '=', id)
        .where(during('messages', edge))
        .groupBy(['status', 'last_error_code'])
        .select((eb) => ['status', 'last_error_code as reason', eb.fn.countAll<string>().as('count')]),
  });
