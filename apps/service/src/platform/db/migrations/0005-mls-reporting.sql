-- Message Level Statuses, what is counted for usage and reports, and the reports.

-- The Timestamp of an inbound AS4 message as its header says: what reports and the targets of statuses count from. That
-- of an outbound one is envelope_created_at.
alter table messages add column as4_timestamp timestamptz(3);

-- What was counted, for good: it refers to nothing, so that it outlives what it counted. account_id is null for what we
-- exchange as a provider; the columns from exchanged_at on are those of exchanges with a Receipt.
create table ledger (
  id bigint generated always as identity primary key,
  kind text not null,
  at timestamptz(3) not null default now(),
  account_id uuid,
  company_id uuid,
  quantity integer not null default 1,
  exchanged_at timestamptz(3),
  other_seat text,
  document_type_id text,
  process_id text,
  country_c1 text,
  country_c4 text
);
create index ledger_by_account on ledger (account_id, at) where account_id is not null;
create index ledger_by_exchange on ledger (exchanged_at) where exchanged_at is not null;

-- Documents that we send as a provider, not for a customer: statuses and reports.
create table provider_messages (
  id uuid primary key,
  kind text not null,
  status text not null,
  sender text not null,
  -- Best first; the next one is taken when the network does not know the one before.
  receivers text[] not null,
  document_type_id text not null,
  process_id text not null,
  country_c1 text not null,
  document bytea not null,
  -- Made once and the same on every attempt, so that the receiver can tell a repeat.
  as4_message_id text not null,
  conversation_id text not null,
  sbdh_instance_id text not null,
  envelope_created_at timestamptz(3) not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  last_error_code text,
  last_error_message text,
  receiver_access_point text,
  accepted_at timestamptz(3),
  receipt bytea,
  created_at timestamptz(3) not null default now()
);

-- Inbound documents that are to be answered with a status: at most one each [MLS OP-MLS-02].
create table mls_due (
  message_id uuid primary key references messages,
  receivers text[] not null,
  mls_type text not null,
  code text,
  provider_message_id uuid references provider_messages,
  created_at timestamptz(3) not null default now()
);
create index mls_due_by_provider_message on mls_due (provider_message_id);
create index mls_due_by_age on mls_due (created_at);

-- Statuses that came in, with what became of them.
create table mls_received (
  id uuid primary key,
  message_id uuid references messages,
  outcome text not null,
  problem text,
  sender text not null,
  sender_seat text not null,
  as4_message_id text not null,
  sbdh_instance_id text not null,
  as4_timestamp timestamptz(3) not null,
  document bytea not null,
  as4_header bytea not null,
  received_at timestamptz(3) not null default now(),
  constraint mls_received_as4_duplicate unique (sender_seat, as4_message_id),
  constraint mls_received_sbdh_duplicate unique (sender_seat, sender, sbdh_instance_id)
);
create index mls_received_by_age on mls_received (received_at);
-- Accepted documents whose status is still to come.
create index messages_awaiting_mls on messages (envelope_created_at) where mls->>'status' = 'PENDING';

-- Reports of a month as they were made; each version is kept.
create table reports (
  id uuid primary key,
  kind text not null,
  month date not null,
  document bytea not null,
  provider_message_id uuid references provider_messages,
  created_at timestamptz(3) not null default now()
);
create index reports_by_month on reports (month, kind, created_at desc);
