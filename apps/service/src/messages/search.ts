import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { type AccountId, type MessageId, parseId } from '../platform/ids.ts';
import { exactQueryFor, queryFor } from './search-terms.ts';

export type Condition = Expression<SqlBool>;

export interface Sought {
  /** What a person typed. */
  q?: string | undefined;
  documentNumber?: string | undefined;
  externalReference?: string | undefined;
}

/** The condition on messages for what is sought; true for nothing. [MSG-51, MSG-52] */
export async function soughtBy(db: Db, accountId: AccountId, sought: Sought): Promise<Condition> {
  const { q, documentNumber, externalReference } = sought;
  const conditions: Condition[] = [sql<SqlBool>`true`];
  if (q !== undefined && q.trim() !== '') {
    const id = parseId<'Message'>(q.trim());
    conditions.push(id ? sql`messages.id = ${id}` : await found(db, queryFor(accountId, q)));
  }
  if (documentNumber !== undefined) {
    conditions.push(sql`messages.document_number = ${documentNumber}`);
    conditions.push(await found(db, exactQueryFor(accountId, documentNumber)));
  }
  if (externalReference !== undefined) {
    conditions.push(sql`messages.external_reference = ${externalReference}`);
    conditions.push(await found(db, exactQueryFor(accountId, externalReference)));
  }
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** So many are read at once. */
const FEW = 2_000;

/**
 * Few are named, so that they are fetched one by one and sorted; many are looked for while the list is walked, which then
 * meets them soon. The planner cannot tell the two apart: of beginnings of terms it knows no numbers.
 */
async function found(db: Db, tsquery: string): Promise<Condition> {
  const matches = sql<SqlBool>`terms @@ ${tsquery}::tsquery`;
  const rows = await overAll(db, 'reach in sql')
    .selectFrom('message_search')
    .where(matches)
    .select('message_id')
    .limit(FEW + 1)
    .execute();
  const ids: MessageId[] = rows.map((row) => row.message_id);
  if (ids.length <= FEW) return sql`messages.id = any(${ids}::uuid[])`;
  return sql`exists (select from message_search where message_id = messages.id and ${matches})`;
}
