import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Page, type PageInput, type Period, readPage, toPage } from '../http/page.ts';
import type { Listing } from './list.ts';

/**
 * A page of rows by id, newest first: ids are in the order of time, so that the rows of all accounts need no index but that
 * of their keys.
 */
export async function pageById<DB, TB extends keyof DB, Row extends { id: string; created_at: Date }>(
  { cursors, table, bound }: Listing,
  asked: PageInput,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<Page<Row>> {
  const page = readPage(cursors, asked, bound);
  const id = sql.ref(`${table}.id`);
  const { after, before } = page;
  let narrowed = query;
  if (after)
    narrowed = narrowed.where(
      sql<SqlBool>`${id} ${sql.raw(after.side === 'before' ? '<=' : '<')} ${after.id}`,
    );
  if (before)
    narrowed = narrowed.where(
      sql<SqlBool>`${id} ${sql.raw(before.side === 'after' ? '>=' : '>')} ${before.id}`,
    );
  const found = await narrowed
    .orderBy(id, before ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute();
  return toPage(cursors, page, found, bound, (row) => ({ at: row.created_at, id: row.id }));
}

/** An id is made before its row is written, and on another clock. */
const MARGIN_MS = 5 * 60_000;

/** Only ids of about that time: what the key is searched by, beside the moments themselves. */
export function idsDuring(table: string, { from, to }: Period): Expression<SqlBool> {
  const id = sql.ref(`${table}.id`);
  const since = from
    ? sql<SqlBool>`${id} >= ${firstIdAt(from.getTime() - MARGIN_MS)}::uuid`
    : sql<SqlBool>`true`;
  const until = to ? sql<SqlBool>`${id} < ${firstIdAt(to.getTime() + MARGIN_MS)}::uuid` : sql<SqlBool>`true`;
  return sql<SqlBool>`(${since} and ${until})`;
}

/** The lowest id that can be made at a moment [RFC 9562 5.7]. */
function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
