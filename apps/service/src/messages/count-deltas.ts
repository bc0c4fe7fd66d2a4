import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

/** Joins to each delta the places that it changes, `status` and `reason`, with the `change` of how many are there. */
export const PLACES_CHANGED = sql`cross join lateral
  (values (from_status, from_reason, -1), (to_status, to_reason, 1)) as place (status, reason, change)`;

/** The day in UTC to which a document is counted, of a row of messages. */
const DAY = sql`(created_at at time zone 'utc')::date`;

/** Where a document is, or was. */
type Place = Pick<Selectable<Tables['messages']>, 'status' | 'last_error_code'>;

/**
 * The statement that says to the counters what became of each message in `messages`, which a statement that writes them has
 * under that name: that they are new, were in another place before, or are no more. [MSG-53]
 */
export const countNew = (messages: string): RawBuilder<unknown> =>
  sql`insert into message_count_deltas (account_id, company_id, day, direction, to_status, to_reason)
    select account_id, company_id, ${DAY}, direction, status, last_error_code from ${sql.ref(messages)}`;

export const countMoved = (messages: string, before: Place): RawBuilder<unknown> =>
  sql`insert into message_count_deltas (account_id, company_id, day, direction, from_status, from_reason, to_status, to_reason)
    select account_id, company_id, ${DAY}, direction, ${before.status}, ${before.last_error_code}, status, last_error_code
    from ${sql.ref(messages)}`;

export const countGone = (messages: string): RawBuilder<unknown> =>
  sql`insert into message_count_deltas (account_id, company_id, day, direction, from_status, from_reason)
    select account_id, company_id, ${DAY}, direction, status, last_error_code from ${sql.ref(messages)}`;
