import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
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
export async function pageOf<DB, TB extends keyof DB, Row extends Listed>(
  { cursors, table, bound }: Listing,
  asked: PageInput,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Page<Row>> {
  const page = readPage(cursors, asked, bound);
  const found = await rowsOf(table, query, { ...page, limit: page.limit + 1 });
  return toPage(cursors, page, found, bound, positionOf);
}

/** All rows of such a query, newest first. */
export const everyRow = <DB, TB extends keyof DB, Row extends Listed>(
  { table }: Pick<Listing, 'table'>,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Row[]> => sorted(table, query, 'desc').execute();

/** How the rows of a list stand in a file. */
export interface CsvShape<Row> {
  name: string;
  columns: readonly string[];
  cellsOf: (row: Row) => readonly Cell[];
}

/** The same rows as CSV: a page where one is asked for, which says in Link where it goes on; else all of them. [GEN-26] */
export async function csvOf<DB, TB extends keyof DB, Row extends Listed>(
  listing: Listing,
  asked: PageInput,
  query: SelectQueryBuilder<DB, TB, Row>,
  { name, columns, cellsOf }: CsvShape<Row>,
): Promise<Reply> {
  if (isPaged(asked)) {
    const { rows, nextCursor } = await pageOf(listing, asked, query);
    return csvPage(name, columns, rows.map(cellsOf), nextCursor);
  }
  const fetch = (page: PageRequest) => rowsOf(listing.table, query, page);
  return csvReply(name, columns, everyPage(fetch, positionOf), cellsOf);
}

export const isPaged = ({ cursor, before, limit }: PageInput): boolean =>
  cursor !== undefined || before !== undefined || limit !== undefined;

const positionOf = (row: Listed) => ({ at: row.created_at, id: row.id });

/** Up to `limit` rows from a gap on. Those before it come nearest first. */
function rowsOf<DB, TB extends keyof DB, Row>(
  table: string,
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
): Promise<Row[]> {
  return sorted(table, query.where(within(table, page)), page.before ? 'asc' : 'desc')
    .limit(page.limit)
    .execute();
}

const sorted = <DB, TB extends keyof DB, Row>(
  table: string,
  query: SelectQueryBuilder<DB, TB, Row>,
  order: 'asc' | 'desc',
) => query.orderBy(sql.ref(`${table}.created_at`), order).orderBy(sql.ref(`${table}.id`), order);

function within(table: string, page: PageRequest): Expression<SqlBool> {
  const key = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`;
  const conditions: Expression<SqlBool>[] = [];
  const place = ({ at, id }: Gap) => sql`(${at}::timestamptz, ${id}::uuid)`;
  // A gap just before a row has that row after it, and the other way round.
  const older = sql.raw(page.after?.side === 'before' ? '<=' : '<');
  const newer = sql.raw(page.before?.side === 'after' ? '>=' : '>');
  if (page.after) conditions.push(sql<SqlBool>`${key} ${older} ${place(page.after)}`);
  if (page.before) conditions.push(sql<SqlBool>`${key} ${newer} ${place(page.before)}`);
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

const all = (conditions: Expression<SqlBool>[]): Expression<SqlBool> =>
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
