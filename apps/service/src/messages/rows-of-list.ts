import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { byTime, inOrder, rowsFrom } from '../platform/db/list.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { PageRequest } from '../platform/http/page.ts';
import type { MessageStatus } from './message.ts';
import { byKeys, type Condition } from './search.ts';

type Messages = SelectQueryBuilder<Pick<Tables, 'messages'>, 'messages', object>;

/** Statuses that few documents stay in. The index messages_seldom has these; it has to be asked in the same words. */
const SELDOM = ['VALIDATION_FAILED', 'SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED'] as const;
const isSeldomInIndex = sql<SqlBool>`messages.status in (${sql.join(SELDOM.map((status) => sql.lit(status)))})`;

export const areSeldom = (statuses: readonly MessageStatus[]): boolean =>
  statuses.every((status) => (SELDOM as readonly MessageStatus[]).includes(status));

/**
 * That a document is one of the first of a page, found by the first ones of each company or of each status: an index gives
 * those in order, and no index gives all of them.
 */
export const firstOfEach = (
  key: 'company_id' | 'status',
  values: readonly string[],
  each: Messages,
  page: PageRequest,
): Condition => {
  const type = sql.raw(key === 'status' ? 'text' : 'uuid');
  const own = key === 'status' ? each.where(isSeldomInIndex) : each;
  const first = rowsFrom(
    byTime('messages'),
    own.where(sql<SqlBool>`messages.${sql.ref(key)} = key.value`),
    page,
  );
  return byKeys(sql`
    select near.id from unnest(${[...values]}::${type}[]) as key (value)
      cross join lateral ${first.select(['messages.id', 'messages.created_at'])} as near
    ${inOrder(byTime('near'), page)} limit ${page.limit}`);
};
