-- What is no account's stands in tables of its own, so that every row of an account's table has an account.

-- Exchanges of our own as a provider: statuses.
create table provider_ledger (
  id bigint generated always as identity primary key,
  kind text not null,
  at timestamptz(3) not null default now(),
  exchanged_at timestamptz(3) not null,
  other_seat text not null,
  document_type_id text not null,
  process_id text not null,
  country_c1 text not null,
  country_c4 text
);
with moved as (delete from ledger where account_id is null returning *)
insert into provider_ledger (kind, at, exchanged_at, other_seat, document_type_id, process_id, country_c1, country_c4)
  select kind, at, exchanged_at, other_seat, document_type_id, process_id, country_c1, country_c4 from moved order by id;
create index provider_ledger_by_exchange on provider_ledger (exchanged_at);
alter table ledger alter column account_id set not null;

-- Failed sign-ins with an address that nobody has, and what was written to our SMP from outside.
create table unclaimed_audit (
  id uuid primary key,
  actor_kind text not null,
  actor_name text not null,
  event_type text not null,
  target_type text,
  target_id text,
  target_name text,
  target_sub text,
  metadata jsonb not null default '{}',
  address text,
  created_at timestamptz(3) not null default now()
);
with moved as (delete from account_audit where account_id is null returning *)
insert into unclaimed_audit
  select id, actor_kind, actor_name, event_type, target_type, target_id, target_name, target_sub, metadata, address,
    created_at
  from moved;
create index unclaimed_audit_by_age on unclaimed_audit (created_at);
drop index account_audit_unknown;
alter table account_audit alter column account_id set not null;
