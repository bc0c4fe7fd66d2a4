import { type Expression, type RawBuilder, sql } from 'kysely';
import { USAGE_KINDS, type UsageKind } from '../ledger/kind.ts';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { PLANNED_ANEW } from '../platform/db/naming-client.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import type { CompanyId } from '../platform/ids.ts';
import { type Days, partsOf } from '../platform/whole-days.ts';

interface Asked {
  from: Date;
  to: Date;
  companyId: CompanyId | undefined;
  /** Whether each day is counted as well. */
  isByDay: boolean;
}

/** How much of each kind; a kind without a line is absent. */
export type Quantities = Partial<Record<UsageKind, number>>;

export interface Counted {
  /** Those with lines, by name; null is what the account did as a whole. */
  companies: { companyId: CompanyId | null; name: string | null; quantities: Quantities }[];
  /** Days with lines, by their dates in UTC. */
  days: Map<string, Quantities>;
}

/**
 * What the lines of a period say: whole days as they were added up, with the lines that came since; what is left of the first
 * and the last day line by line. All in one statement, so that no line is counted twice or not at all. A credential confined
 * to companies sees theirs, and not what the account did as a whole. [USG-2, USG-4]
 */
export async function countUsage(db: Db, principal: Principal, asked: Asked): Promise<Counted> {
  const { days, edges } = partsOf(asked);
  const parts: Expression<unknown>[] = edges.map((edge) => linesOf(db, principal, asked, edge));
  if (days) parts.push(...(await inDays(db, principal, asked, days)));
  if (parts.length === 0) return { companies: [], days: new Map() };
  const rows = await sumsOf(db, sql<Line>`(${sql.join(parts, sql` union all `)})`, asked.isByDay);
  const byCompany = new Map<CompanyId | null, Quantities>();
  const byDay: Counted['days'] = new Map();
  for (const { company_id: companyId, day, ...sums } of rows)
    if (day === null) byCompany.set(companyId, read(sums));
    else byDay.set(day, read(sums));
  return { companies: await named(db, principal, byCompany), days: byDay };
}

/** By name; before these what has none. */
async function named(
  db: Db,
  principal: Principal,
  byCompany: ReadonlyMap<CompanyId | null, Quantities>,
): Promise<Counted['companies']> {
  const ids = [...byCompany.keys()].filter((id) => id !== null);
  const companies = await scoped(db, principal)
    .selectFrom('companies')
    .where('id', '=', sql<CompanyId>`any(${ids}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  const known = new Set<CompanyId | null>(companies.map(({ id }) => id));
  const nameless = [...byCompany.keys()].filter((id) => !known.has(id)).sort();
  return [...nameless.map((id) => ({ id, name: null })), ...companies].map(({ id, name }) => ({
    companyId: id,
    name,
    quantities: byCompany.get(id) ?? {},
  }));
}

const read = (sums: Record<UsageKind, string | null>): Quantities =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([kind, sum]) => (sum === null ? [] : [[kind, Number(sum)]])),
  );

interface Line {
  company_id: CompanyId | null;
  kind: UsageKind;
  quantity: string;
  day: Date;
}

/** Those of a period, one by one. */
function linesOf(
  db: Db,
  principal: Principal,
  { companyId }: Asked,
  { from, to }: { from: RawBuilder<unknown> | Date; to: RawBuilder<unknown> | Date },
) {
  const query = scoped(db, principal)
    .selectFrom('ledger')
    .where('ledger.at', '>=', sql<Date>`${from}`)
    .where('ledger.at', '<', sql<Date>`${to}`)
    .select(['company_id', 'kind'])
    .select([
      sql<string>`quantity::bigint`.as('quantity'),
      sql<Date>`(at at time zone 'utc')::date`.as('day'),
    ]);
  return companyId ? query.where('company_id', '=', companyId) : query;
}

/** Days that were added up, and the lines that are not. */
async function inDays(
  db: Db,
  principal: Principal,
  asked: Asked,
  { first, end }: Days,
): Promise<Expression<unknown>[]> {
  const added = scoped(db, principal)
    .selectFrom('usage_by_day')
    .where('day', '>=', sql<Date>`${first}::date`)
    .where('day', '<', sql<Date>`${end}::date`)
    .select(['company_id', 'kind', 'quantity', 'day']);
  const midnight = (date: string | undefined) => sql`${date}::timestamp at time zone 'utc'`;
  const last = overAll(db, 'of nobody').selectFrom('usage_added_up').select('ledger_id');
  // The number says to the planner how few they are; by the time it is used there may be fewer.
  const { ledger_id: known } = await last.executeTakeFirstOrThrow();
  const since = linesOf(db, principal, asked, { from: midnight(first), to: midnight(end) })
    .where('id', '>', sql<string>`${known}::bigint ${sql.raw(PLANNED_ANEW)}`)
    .where('id', '>', last);
  return [asked.companyId ? added.where('company_id', '=', asked.companyId) : added, since];
}

/** By company, and by day where that is asked for. */
function sumsOf(db: Db, lines: RawBuilder<Line>, isByDay: boolean) {
  return overAll(db, 'reach in sql')
    .selectFrom(lines.as('line'))
    .groupBy(isByDay ? sql`grouping sets ((company_id), (day))` : 'company_id')
    .select('company_id')
    .select((isByDay ? sql<string | null>`day::text` : sql<string | null>`null::text`).as('day'))
    .select(USAGE_KINDS.map((kind) => sumOf(kind).as(kind)))
    .execute();
}

const sumOf = (kind: UsageKind) => sql<string | null>`sum(quantity) filter (where kind = ${sql.lit(kind)})`;
