-- How many documents there are, so that nobody counts them one by one (messages/counts.ts). A document belongs to the day in
-- UTC on which it was made, whatever becomes of it later.

-- What changed and is not in the counters yet: one row for each statement that makes a document, moves or removes it. Rows
-- are only added, so that many writers of one account never wait for each other; a job adds them up.
create table message_count_deltas (
  account_id uuid not null,
  company_id uuid not null,
  day date not null,
  direction text not null,
  -- Where the document was; null for a new one.
  from_status text,
  from_reason text,
  -- Where it is; null for one that was removed.
  to_status text,
  to_reason text
);
create index message_count_deltas_by_account on message_count_deltas (account_id);

-- Of each company, and of an account as a whole without a company. A reason is a last_error_code.
create table message_counts (
  account_id uuid not null,
  company_id uuid,
  day date not null,
  direction text not null,
  status text not null,
  reason text,
  count bigint not null,
  constraint message_counts_once unique nulls not distinct (account_id, company_id, day, direction, status, reason)
) with (fillfactor = 80);
-- Of all accounts.
create table message_counts_of_all (
  day date not null,
  direction text not null,
  status text not null,
  reason text,
  count bigint not null,
  constraint message_counts_of_all_once unique nulls not distinct (day, direction, status, reason)
) with (fillfactor = 80);

-- Counts the documents of these days anew. What happens meanwhile is in no snapshot of it, and so is added to it as usual;
-- only the adding up waits.
create function recount_messages(first_day date, last_day date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7053427);
  with gone as (
    delete from message_count_deltas where day between first_day and last_day
  ), cleared as (
    delete from message_counts where day between first_day and last_day returning 1
  ), cleared_of_all as (
    delete from message_counts_of_all where day between first_day and last_day returning 1
  ), counted as (
    select account_id, company_id, (created_at at time zone 'utc')::date as day, direction, status, last_error_code as reason,
      count(*) as count
    from messages
    -- Asks for what is cleared, so that it is gone by then.
    where (select count(*) from cleared) + (select count(*) from cleared_of_all) >= 0
      and created_at >= first_day::timestamp at time zone 'utc'
      and created_at < (last_day::timestamp + interval '1 day') at time zone 'utc'
    group by grouping sets (
      (account_id, company_id, (created_at at time zone 'utc')::date, direction, status, last_error_code),
      (account_id, (created_at at time zone 'utc')::date, direction, status, last_error_code),
      ((created_at at time zone 'utc')::date, direction, status, last_error_code))
  ), of_all as (
    insert into message_counts_of_all (day, direction, status, reason, count)
    select day, direction, status, reason, count from counted where account_id is null
  )
  insert into message_counts (account_id, company_id, day, direction, status, reason, count)
  select account_id, company_id, day, direction, status, reason, count from counted where account_id is not null;
end $$;
select recount_messages('-infinity', 'infinity');
