-- Exports of whole accounts. One node at a time writes one; a lease that has run out is another's to take.
create table exports (
  id uuid primary key,
  account_id uuid not null references accounts,
  status text not null default 'QUEUED',
  requested_by text not null,
  -- Begun so often: who writes says which time it is, so that nobody ends what another has taken over.
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null default now(),
  leased_by text,
  leased_until timestamptz(3),
  progress_done bigint not null default 0,
  progress_total bigint not null default 0,
  object_key text,
  bytes bigint,
  sha256 text,
  error text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  expires_at timestamptz(3)
);
create unique index exports_one_at_a_time on exports (account_id) where status in ('QUEUED', 'RUNNING');
create index exports_by_account on exports (account_id, created_at);
create index exports_open on exports (created_at) where status in ('QUEUED', 'RUNNING', 'DONE');
