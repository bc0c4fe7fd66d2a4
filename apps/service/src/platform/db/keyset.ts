import { type Expression, type SqlBool, sql } from 'kysely';
import type { Gap, PageRequest, Period } from '../http/page.ts';

/** The condition that a page of rows sorted by (time, id) descending adds, with the order to ask for. */
export function keyset(time: string, id: string, page: PageRequest) {
  const key = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  const conditions: Expression<SqlBool>[] = [];
  const place = ({ at, id }: Gap) => sql`(${at}::timestamptz, ${id}::uuid)`;
  // A gap just before a row has that row after it, and the other way round.
  const older = sql.raw(page.after?.side === 'before' ? '<=' : '<');
  const newer = sql.raw(page.before?.side === 'after' ? '>=' : '>');
  if (page.after) conditions.push(sql<SqlBool>`${key} ${older} ${place(page.after)}`);
  if (page.before) conditions.push(sql<SqlBool>`${key} ${newer} ${place(page.before)}`);
  return {
    condition: conditions.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(conditions, sql` and `),
    order: page.before ? ('asc' as const) : ('desc' as const),
    limit: page.limit + 1,
  };
}

/** `from` included, `to` not. */
export function during(time: string, period: Period): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (period.from) conditions.push(sql<SqlBool>`${sql.ref(time)} >= ${period.from}::timestamptz`);
  if (period.to) conditions.push(sql<SqlBool>`${sql.ref(time)} < ${period.to}::timestamptz`);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(conditions, sql` and `);
}
