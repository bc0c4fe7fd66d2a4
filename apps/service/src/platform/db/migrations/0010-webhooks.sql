create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Null for all companies of the account.
  company_id uuid references companies,
  url text not null,
  description text,
  -- What it hears of; empty for everything.
  events text[] not null default '{}',
  -- Of documents: only these types, only this direction.
  document_types text[] not null default '{}',
  direction text,
  status text not null default 'ACTIVE',
  disabled_reason text,
  -- Sealed: it must be read to sign.
  secret bytea not null,
  -- Of the last tries. A success forgets them.
  consecutive_failures integer not null default 0,
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  warned_at timestamptz(3),
  -- One node at a time delivers to an endpoint.
  leased_by text,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Its deliveries are shown for a while after it.
  deleted_at timestamptz(3)
);
create index webhooks_by_account on webhooks (account_id, created_at desc, id desc) where deleted_at is null;

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks,
  account_id uuid not null,
  company_id uuid,
  event_id uuid not null,
  event_type text not null,
  message_id uuid,
  participant_id uuid,
  direction text,
  -- As it is sent, on every attempt.
  body text not null,
  status text not null default 'PENDING',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) default now(),
  last_status_code integer,
  last_error text,
  last_duration_ms integer,
  -- The beginning of the last answer.
  last_answer text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint webhook_deliveries_once unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_by_age on webhook_deliveries using brin (created_at);
create index webhook_deliveries_by_account on webhook_deliveries (account_id, created_at desc, id desc);
