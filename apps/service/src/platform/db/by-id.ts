import { type Expression, type SqlBool, sql } from 'kysely';
import type { Period } from '../http/page.ts';

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
export function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
