import { must } from './broken.ts';
import { complaints } from './life.ts';
import type { World } from './world.ts';

/** Of each company, each account and all: what the counters say, with what is not added up yet, less the documents themselves. */
const DIFFERENCES = `
  with said as (
    select account_id, company_id, day, direction, status, reason, count from message_counts
    union all
    select null, null, day, direction, status, reason, count from message_counts_of_all
    union all
    select account_id, company_id, day, direction, status, reason, sum(change)
    from message_count_deltas cross join lateral
      (values (from_status, from_reason, -1), (to_status, to_reason, 1)) as place (status, reason, change)
    where status is not null
    group by grouping sets ((account_id, company_id, day, direction, status, reason),
      (account_id, day, direction, status, reason), (day, direction, status, reason))
    union all
    select account_id, company_id, day, direction, status, last_error_code, -count(*)
    from messages cross join lateral (select (created_at at time zone 'utc')::date as day) as made
    group by grouping sets ((account_id, company_id, day, direction, status, last_error_code),
      (account_id, day, direction, status, last_error_code), (day, direction, status, last_error_code))
  )
  select day::text as day, direction, status, reason, account_id is null as "ofAll", sum(count)::int as difference from said
  group by account_id, company_id, day, direction, status, reason having sum(count) <> 0`;

/** How many documents there are is known without counting them, and was never found to be wrong. */
export async function checkCounts(world: World): Promise<void> {
  const wrong = await world.ask(DIFFERENCES);
  must(wrong.length === 0, () => `documents are counted wrongly: ${JSON.stringify(wrong)}`);
  must(complaints.length === 0, () => `the service says: ${complaints.join('; ')}`);
}
