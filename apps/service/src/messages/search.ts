import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { all, inOrder, type Order, rowsFrom, within } from '../platform/db/list.ts';
import { PLANNED_ANEW } from '../platform/db/naming-client.ts';
import { overAll } from '../platform/db/roots.ts';
import type { PageRequest } from '../platform/http/page.ts';
import { type AccountId, type MessageId, parseId } from '../platform/ids.ts';
import { exactQueryFor, operatorQueryFor, queryFor } from './search-terms.ts';

export type Condition = Expression<SqlBool>;

export interface Sought {
  /** What a person typed. */
  q?: string | undefined;
  documentNumber?: string | undefined;
  externalReference?: string | undefined;
}

/** How the documents that were sought are found. */
export interface Found {
  /** By terms, where some are sought. */
  tsquery?: string;
  /** What of the message itself is so besides. */
  exactly: Condition;
  /** One that is found whatever its terms are. */
  also?: MessageId | undefined;
  /** Nothing is sought. */
  isEverything?: boolean;
}

/** What an account seeks; everything where it seeks nothing. [MSG-51, MSG-52] */
export function soughtBy(accountId: AccountId, sought: Sought): Found {
  const { q = '', documentNumber, externalReference } = sought;
  const id = parseId<'Message'>(q.trim());
  const queries: string[] = [];
  const exactly: Condition[] = [];
  if (id) exactly.push(sql`messages.id = ${id}`);
  else if (q.trim() !== '') queries.push(queryFor(accountId, q));
  if (documentNumber !== undefined) {
    queries.push(exactQueryFor(accountId, documentNumber));
    exactly.push(sql`messages.document_number = ${documentNumber}`);
  }
  if (externalReference !== undefined) {
    queries.push(exactQueryFor(accountId, externalReference));
    exactly.push(sql`messages.external_reference = ${externalReference}`);
  }
  if (queries.length === 0) return { exactly: all(exactly), isEverything: exactly.length === 0 };
  return { tsquery: queries.map((query) => `(${query})`).join(' & '), exactly: all(exactly) };
}

/** What the operator's people seek: an id of a document, of its envelope or AS4 message, or an address, exactly. [OPR-3] */
export function soughtByOperator(typed = ''): Found {
  const q = typed.trim();
  if (q === '') return { exactly: all([]), isEverything: true };
  const id = parseId<'Message'>(q);
  const exactly = sql<SqlBool>`(messages.id = ${id ?? null}::uuid
    or messages.sender = ${q.toLowerCase()} or messages.receiver = ${q.toLowerCase()}
    or messages.as4_message_id = ${q} or messages.sbdh_instance_id = ${q})`;
  return { tsquery: operatorQueryFor(q), exactly, also: id };
}

/** So many are read at once. */
const FEW = 2_000;

/** What is true of every document that was found: few are named, many are told by their terms. */
export async function conditionOf(db: Db, { tsquery, exactly, also }: Found): Promise<Condition> {
  if (tsquery === undefined) return exactly;
  const ids = await idsBy(
    db,
    sql`select message_id as id from message_search where ${matches(tsquery)} limit ${FEW + 1}`,
  );
  return all([exactly, ids.length > FEW ? anywhere(tsquery) : among(ids, also)]);
}

const matches = (tsquery: string) => sql<SqlBool>`message_search.terms @@ ${tsquery}::tsquery`;

const anywhere = (tsquery: string) =>
  sql<SqlBool>`exists (select from message_search where message_id = messages.id and ${matches(tsquery)})`;

const among = (ids: readonly MessageId[], also?: MessageId) =>
  byKeys(sql`select unnest(${also ? [...ids, also] : ids}::uuid[])`);

/**
 * Documents that a query names, read by their keys. In any other form, and in a plan for whichever account, the planner, who
 * is not told how many they are, would rather walk the list of an account for them: its index has the ids as well.
 */
export const byKeys = (ids: Expression<unknown>) =>
  sql<SqlBool>`messages.id in (${sql.raw(PLANNED_ANEW)} select id from unnest(array(${ids})) as named (id) offset 0)`;

async function idsBy(db: Db, query: ReturnType<typeof sql>): Promise<MessageId[]> {
  const { rows } = await sql<{ id: MessageId }>`${query}`.execute(overAll(db, 'reach in sql'));
  return rows.map(({ id }) => id);
}

/** What rows are sorted by, in a table that has their ids in a column. */
type Sorting = (table: string, id?: string) => Order;

/** A list of documents in which something is sought. */
export interface SearchedList<DB, TB extends keyof DB, Row> {
  /** What it is sorted by. */
  order: Sorting;
  /** All that its reader reaches of the time in question, by `messages`: what an index gives in that order. */
  reach: SelectQueryBuilder<DB, TB, object>;
  /** How many of these are looked at first; all of them, where they are fewer. */
  near?: number;
  /** What its filters leave of these. */
  list: SelectQueryBuilder<DB, TB, object>;
  read: (part: SelectQueryBuilder<DB, TB, object>) => Promise<Row[]>;
}

/** So many documents are looked at before the index is asked for all that fits. */
export const NEAR = 2_000;

/**
 * The rows of a page of what was found. Nobody knows beforehand how many there are, nor where in the list they lie: most
 * often enough of them are among the next documents, or these are all; else the index says which come first, at the cost of all that fit;
 * and only where the filters of the list leave too few of these, it is asked for whatever remains.
 */
export async function rowsOfPage<DB, TB extends keyof DB, Row>(
  db: Db,
  found: Found,
  page: PageRequest,
  { order, reach, near = NEAR, list, read }: SearchedList<DB, TB, Row>,
): Promise<Row[]> {
  const { tsquery, exactly, also } = found;
  const rowsWhere = (narrowed: Condition) => read(rowsFrom(order('messages'), list.where(narrowed), page));
  if (tsquery === undefined) return rowsWhere(exactly);
  const place = order('message_search', 'message_id');
  const best = (narrowed: Condition, limit: number) =>
    idsBy(
      db,
      sql`select message_id as id from message_search where ${matches(tsquery)} and ${narrowed}
        ${inOrder(place, page)} limit ${limit}`,
    );
  /** A whole page, or what there is where these are all; most lists are not filtered, and the first few fill it. */
  const fill = async (ids: readonly MessageId[], isAll: boolean) => {
    for (const some of ids.length > page.limit ? [ids.slice(0, page.limit), ids] : [ids]) {
      const rows = await rowsWhere(all([exactly, among(some, also)]));
      if (rows.length === page.limit || (isAll && some === ids)) return rows;
    }
    return undefined;
  };

  const next = rowsFrom(order('messages'), reach, { ...page, limit: near }).select(
    sql.ref('messages.id').as('id'),
  );
  const looked = await sql<{ count: number; ids: MessageId[] }>`
    with next as materialized (${next}) select (select count(*)::int from next) as count, array(
      select message_id from message_search where ${matches(tsquery)} and message_id = any(array(select id from next))
      ${inOrder(place, page)}) as ids`.execute(overAll(db, 'reach in sql'));
  const { count, ids } = looked.rows[0] ?? { count: 0, ids: [] };
  const isAll = count < near;
  const nearest = isAll || ids.length >= page.limit ? await fill(ids, isAll) : undefined;
  if (nearest) return nearest;
  const first = await best(within(place, page), FEW);
  return (await fill(first, first.length < FEW)) ?? rowsWhere(all([exactly, anywhere(tsquery)]));
}
