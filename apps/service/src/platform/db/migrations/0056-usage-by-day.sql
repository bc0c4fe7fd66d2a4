-- What the ledger counts, by day in UTC, so that nobody adds up a month of its lines (usage/counted.ts). The lines stay the
-- truth; they are only added, and so a job adds up those that came since, by their numbers.

-- The night's check reads the lines of some weeks, whoever has them; they lie in the order of time. Who writes lines waits
-- for this from here on, and what is added up below is all there is.
create index ledger_by_time on ledger using brin (at);

create table usage_by_day (
  account_id uuid not null,
  day date not null,
  -- Null for what the account did as a whole.
  company_id uuid,
  kind text not null,
  quantity bigint not null,
  constraint usage_by_day_once unique nulls not distinct (account_id, day, company_id, kind)
) with (fillfactor = 80);

-- Lines up to this one are in usage_by_day; there are no others with such a number, and never will be.
create table usage_added_up (
  ledger_id bigint not null
);

insert into usage_added_up select coalesce(max(id), 0) from ledger;
insert into usage_by_day (account_id, day, company_id, kind, quantity)
  select account_id, (at at time zone 'utc')::date, company_id, kind, sum(quantity) from ledger group by 1, 2, 3, 4;

-- Adds up these days anew. Lines that are not added up yet are left to whoever adds them up.
create function recount_usage(first_day date, last_day date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7053428);
  delete from usage_by_day where day between first_day and last_day;
  insert into usage_by_day (account_id, day, company_id, kind, quantity)
    select account_id, (at at time zone 'utc')::date, company_id, kind, sum(quantity) from ledger
    where id <= (select ledger_id from usage_added_up)
      and at >= first_day::timestamp at time zone 'utc'
      and at < (last_day::timestamp + interval '1 day') at time zone 'utc'
    group by 1, 2, 3, 4;
end $$;
