-- What happened, without a place in the log yet: written in the transaction of the fact, moved soon after its commit.
create table events_pending (
  number bigint generated always as identity primary key,
  id uuid not null,
  account_id uuid not null,
  company_id uuid,
  message_id uuid,
  participant_id uuid,
  type text not null,
  version smallint not null,
  data json not null,
  created_at timestamptz(3) not null default now()
);

alter table events rename to events_before;
drop index events_by_account, events_by_message;

-- The log. Rows are never changed; whole months are dropped.
create table events (
  seq bigint not null,
  id uuid not null,
  account_id uuid not null,
  company_id uuid,
  message_id uuid,
  participant_id uuid,
  type text not null,
  version smallint not null,
  data json not null,
  created_at timestamptz(3) not null,
  -- Grows with seq, as created_at, the beginning of the transaction, does not.
  placed_at timestamptz(3) not null,
  primary key (seq, created_at)
) partition by range (created_at);
create index events_by_account on events (account_id, seq);
create index events_by_message on events (message_id, seq) where message_id is not null;
-- For what no month was made for: an event is never refused.
create table events_other_times partition of events default;

-- The last place taken.
create table event_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null
);

-- How far each lasting reader has come.
create table event_readers (
  name text primary key,
  seq bigint not null,
  updated_at timestamptz(3) not null default now()
);

-- Gives the next pending events their places in the log, in the order of their numbers; any node may, at any time. One call,
-- so that a process which dies or hangs never holds the lock. The lock is a statement of its own: in READ COMMITTED the next
-- one then sees all that was committed before the lock was had, also what the last holder did. Log and head change together,
-- and a reader of `seq > cursor` misses nothing: who commits later gets a later place, and an effect that was written after
-- its cause was committed has a higher number.
create function place_events(at_most integer) returns table (placed integer, head bigint) language plpgsql as $$
begin
  if exists (select from events_pending) then
    perform pg_advisory_xact_lock(7053422);
    with taken as (
      delete from events_pending
      where number in (select number from events_pending order by number limit at_most)
      returning *
    ), moved as (
      insert into events (seq, id, account_id, company_id, message_id, participant_id, type, version, data, created_at,
        placed_at)
      select event_head.seq + row_number() over (order by number), id, account_id, company_id, message_id,
        participant_id, type, version, data, created_at, clock_timestamp()
      from taken, event_head
      returning seq
    )
    update event_head set seq = moved.last
    from (select max(seq) as last, count(*) as count from moved) as moved where moved.count > 0
    returning moved.count into placed;
  end if;
  return query select coalesce(placed, 0), event_head.seq from event_head;
end $$;

insert into events
select row_number() over (order by id), gen_random_uuid(), account_id, company_id, (data->>'messageId')::uuid,
  (data->>'participantId')::uuid, type, 1, data::json, created_at, created_at
from events_before;
insert into event_head (seq) select count(*) from events;
drop table events_before;

-- Both, for those who want to know all that happened to one document up to now. Without a place: later than the others.
create view recorded_events as
  select seq, null::bigint as number, id, account_id, company_id, message_id, participant_id, type, version, data, created_at
  from events
  union all
  select null, number, id, account_id, company_id, message_id, participant_id, type, version, data, created_at
  from events_pending;

-- When it was said that nobody collects the document.
alter table messages add column waiting_noted_at timestamptz(3);
