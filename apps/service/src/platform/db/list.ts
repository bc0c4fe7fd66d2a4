import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Cell, csvPage, csvReply } from '../http/csv.ts';
import type { Reply } from '../http/endpoint.ts';
import {
  type Cursors,
  everyPage,
  type Gap,
  type Page,
  type PageInput,
  type PageRequest,
  type Period,
  readPage,
  toPage,
} from '../http/page.ts';

/** What every row of a list has. */
interface Listed {
  id: string;
  created_at: Date;
}

/** A list that is read in pages. */
export interface Listing {
  cursors: Cursors;
  /** Whose id and created_at give the order: newest first. */
  table: string;
  /** Everything that the rows depend on, reach included: a cursor is good for the same only. */
  bound: unknown;
}

/** A page of the rows of a query that has neither order nor limit. [GEN-20, GEN-21, GEN-22] */
export const pageOf = <DB, TB extends keyof DB, Row extends Listed>(
  listing: Listing,
  asked: PageInput,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Page<Row>> =>
  pageBy(listing, asked, (page) => rowsFrom(byTime(listing.table), query, page).execute());

/** A page of what `fetch` answers: up to `limit` rows from a gap on, those before it nearest first. */
export async function pageBy<Row extends Listed>(
  { cursors, bound }: Listing,
  asked: PageInput,
  fetch: (page: PageRequest) => Promise<Row[]>,
): Promise<Page<Row>> {
  const page = readPage(cursors, asked, bound);
  const found = await fetch({ ...page, limit: page.limit + 1 });
  return toPage(cursors, page, found, bound, positionOf);
}

/** All rows of such a query, newest first. */
export const everyRow = <DB, TB extends keyof DB, Row extends Listed>(
  { table }: Pick<Listing, 'table'>,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Row[]> => sorted(byTime(table), query, 'desc').execute();

/** How the rows of a list stand in a file. */
export interface CsvShape<Row> {
  name: string;
  columns: readonly string[];
  cellsOf: (row: Row) => readonly Cell[];
}

/** The rows of a list, as they are asked for. */
interface CsvRows<DB, TB extends keyof DB, Row> {
  page: () => Promise<Page<Row>>;
  all: () => Promise<SelectQueryBuilder<DB, TB, Row>>;
}

/** The same rows as CSV: a page where one is asked for, which says in Link where it goes on; else all of them. [GEN-26] */
export async function csvOf<DB, TB extends keyof DB, Row extends Listed>(
  { table }: Pick<Listing, 'table'>,
  asked: PageInput,
  list: CsvRows<DB, TB, Row>,
  { name, columns, cellsOf }: CsvShape<Row>,
): Promise<Reply> {
  if (isPaged(asked)) {
    const { rows, nextCursor } = await list.page();
    return csvPage(name, columns, rows.map(cellsOf), nextCursor);
  }
  const all = await list.all();
  const fetch = (page: PageRequest) => rowsFrom(byTime(table), all, page).execute();
  return csvReply(name, columns, everyPage(fetch, positionOf), cellsOf);
}

export const isPaged = ({ cursor, before, limit }: PageInput): boolean =>
  cursor !== undefined || before !== undefined || limit !== undefined;

const positionOf = (row: Listed) => ({ at: row.created_at, id: row.id });

/** What the rows of a list are sorted by, newest first, and how a place among them is said. */
export interface Order {
  columns: readonly Expression<unknown>[];
  placeOf: (gap: Gap) => Expression<unknown>;
}

/** The moments of rows, and their ids. */
export const byTime = (table: string, id = 'id'): Order => ({
  columns: [sql.ref(`${table}.created_at`), sql.ref(`${table}.${id}`)],
  placeOf: (gap) => sql`(${gap.at}::timestamptz, ${gap.id}::uuid)`,
});

/** Their ids alone, which are in the order of time. */
export const byId = (table: string, id = 'id'): Order => ({
  columns: [sql.ref(`${table}.${id}`)],
  placeOf: (gap) => sql`${gap.id}::uuid`,
});

/** Up to `limit` rows from a gap on. Those before it come nearest first. */
export const rowsFrom = <DB, TB extends keyof DB, Row>(
  order: Order,
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
) => sorted(order, query.where(within(order, page)), directionOf(page)).limit(page.limit);

/** The way in which the rows of a page are met. */
export const directionOf = ({ before }: PageRequest): 'asc' | 'desc' => (before ? 'asc' : 'desc');

/** The same as SQL. */
export const inOrder = ({ columns }: Order, page: PageRequest): RawBuilder<unknown> =>
  sql`order by ${sql.join(columns.map((column) => sql`${column} ${sql.raw(directionOf(page))}`))}`;

const sorted = <DB, TB extends keyof DB, Row>(
  { columns }: Order,
  query: SelectQueryBuilder<DB, TB, Row>,
  direction: 'asc' | 'desc',
) => columns.reduce<typeof query>((so, column) => so.orderBy(column, direction), query);

/** Beyond the gap of a page. */
export function within({ columns, placeOf }: Order, page: PageRequest): Expression<SqlBool> {
  const key = sql`(${sql.join(columns)})`;
  const conditions: Expression<SqlBool>[] = [];
  // A gap just before a row has that row after it, and the other way round.
  const older = sql.raw(page.after?.side === 'before' ? '<=' : '<');
  const newer = sql.raw(page.before?.side === 'after' ? '>=' : '>');
  if (page.after) conditions.push(sql<SqlBool>`${key} ${older} ${placeOf(page.after)}`);
  if (page.before) conditions.push(sql<SqlBool>`${key} ${newer} ${placeOf(page.before)}`);
  return all(conditions);
}

/** `from` included, `to` not. */
export function during(table: string, period: Period): Expression<SqlBool> {
  const time = sql.ref(`${table}.created_at`);
  const conditions: Expression<SqlBool>[] = [];
  if (period.from) conditions.push(sql<SqlBool>`${time} >= ${period.from}::timestamptz`);
  if (period.to) conditions.push(sql<SqlBool>`${time} < ${period.to}::timestamptz`);
  return all(conditions);
}

/** Each of these. */
export const all = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(conditions, sql` and `);

/** How many rows in all, and of each value of a column; rows are groups with their `count`. */
export function tally<Name extends string>(
  groups: readonly ({ count: string } & Record<Name, string | null>)[],
  name: Name,
): { total: number; by: Record<string, number> } {
  const by: Record<string, number> = {};
  let total = 0;
  for (const group of groups) {
    total += Number(group.count);
    const value = group[name];
    if (value) by[value] = (by[value] ?? 0) + Number(group.count);
  }
  return { total, by };
}
