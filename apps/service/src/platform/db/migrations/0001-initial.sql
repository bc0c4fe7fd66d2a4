-- Times have millisecond precision, the precision of the API and of its cursors.

create table accounts (
  id uuid primary key,
  name text not null,
  legal_name text not null,
  country_code text not null,
  registration_number text,
  vat_number text,
  status text not null,
  created_at timestamptz(3) not null default now()
);

create table companies (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  identifier text not null,
  country_code text,
  registration_number text,
  vat_number text,
  is_account_entity boolean not null default false,
  status text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint companies_identifier_taken unique (account_id, identifier)
);

create table users (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  email text not null constraint users_email_taken unique,
  role text not null,
  password_hash text not null,
  status text not null,
  must_change_password boolean not null default false,
  disabled_at timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index users_by_account on users (account_id);

-- No row for a user means the whole account.
create table user_companies (
  user_id uuid not null references users,
  company_id uuid not null references companies,
  primary key (user_id, company_id)
);

-- Kept by the hash of the address, known or not, so that both answer alike [AUT-4].
create table login_failures (
  email_hash bytea primary key,
  failures integer not null,
  locked_until timestamptz(3),
  last_failed_at timestamptz(3) not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  token_hash bytea not null unique,
  auth_method text not null,
  issuer text,
  provider text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_id uuid references companies,
  name text not null,
  prefix text not null,
  secret_hash bytea not null unique,
  permissions text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_account on api_keys (account_id);

create table participants (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_id uuid not null references companies,
  scheme text not null,
  value text not null,
  address text not null,
  canonical_id text not null,
  name text not null,
  identifier text not null,
  country_code text not null,
  status text not null,
  status_reason text,
  status_changed_at timestamptz(3) not null default now(),
  suspended_from text,
  smp_url text,
  published_at timestamptz(3),
  registration jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- One address, one holder [PAR-4].
create unique index participants_address_taken on participants (address) where status <> 'DEACTIVATED';
create unique index participants_identifier_taken on participants (company_id, identifier) where status <> 'DEACTIVATED';
create index participants_by_account on participants (account_id, created_at desc, id desc);
create index participants_by_status on participants (status);

create table capabilities (
  id uuid primary key,
  participant_id uuid not null references participants,
  document_type_id text not null,
  process_id text not null,
  direction text not null,
  allow_unvalidated boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint capabilities_merged unique (participant_id, document_type_id, process_id)
);

create table participant_audit (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_id uuid not null references companies,
  participant_id uuid not null references participants,
  actor_name text not null,
  event_type text not null,
  target_type text,
  target_id text,
  target_name text,
  target_sub text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index participant_audit_by_participant on participant_audit (participant_id, created_at desc, id desc);

create table messages (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_id uuid not null references companies,
  participant_id uuid not null references participants,
  direction text not null,
  status text not null,
  sender text not null,
  receiver text not null,
  type text,
  document_type_id text not null,
  process_id text not null,
  external_reference text,
  document_number text,
  bytes integer not null,
  sha256 text not null,
  source text not null,
  payload_key text not null,
  country_c1 text,
  verdict text not null,
  ruleset_version text,
  validated_at timestamptz(3),
  validation_errors jsonb,
  validation_errors_total integer not null default 0,
  validation_warnings integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- Made once and the same on every attempt, so that C3 can tell a repeat.
  as4_message_id text not null,
  conversation_id text not null,
  sbdh_instance_id text not null,
  envelope_created_at timestamptz(3) not null,
  -- The seat that signed an inbound message; null for outbound ones.
  sender_seat text,
  receiver_access_point text,
  last_error_code text,
  last_error_message text,
  mls jsonb,
  acknowledged_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  status_changed_at timestamptz(3) not null default now()
);
create index messages_by_account on messages (account_id, created_at desc, id desc);
create index messages_by_company on messages (company_id, created_at desc, id desc);
create index messages_waiting on messages (company_id, created_at desc, id desc) where status = 'CUSTOMER_DELIVERY_QUEUED';
create index messages_by_sender on messages (account_id, sender text_pattern_ops);
create index messages_by_receiver on messages (account_id, receiver text_pattern_ops);
-- AS4 duplicate detection: by message id, and by envelope for a repeat under a new message id.
create unique index messages_as4_duplicate on messages (sender_seat, as4_message_id) where direction = 'INBOUND';
create unique index messages_sbdh_duplicate on messages (sender_seat, sender, sbdh_instance_id) where direction = 'INBOUND';
create index messages_by_instance on messages (sbdh_instance_id) where direction = 'OUTBOUND';

create table message_attempts (
  message_id uuid not null references messages,
  number integer not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  outcome text,
  error_code text,
  error_message text,
  endpoint_url text,
  access_point text,
  receipt_id text,
  primary key (message_id, number)
);

-- Proof for later: the receipt we were given, the signed header we received.
create table message_evidence (
  message_id uuid not null references messages,
  kind text not null,
  content bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (message_id, kind)
);
-- Signatures and digests do not shrink: trying to would be work for nothing.
alter table message_evidence alter column content set storage external;

create table idempotency_keys (
  account_id uuid not null references accounts,
  key text not null,
  body_hash bytea not null,
  message_id uuid not null references messages,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, key)
);

create table uploads (
  object_key text primary key,
  account_id uuid not null references accounts,
  company_id uuid not null references companies,
  bytes integer not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  message_id uuid references messages
);
create index uploads_by_age on uploads (created_at) where message_id is null;

create table circuit_breakers (
  endpoint_url text primary key,
  failures integer not null,
  open_until timestamptz(3)
);

create table events (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  company_id uuid references companies,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index events_by_account on events (account_id, id);
create index events_by_message on events ((data->>'messageId')) where type like 'document.%';

-- Which process holds which job locks, so that the jobs of a dead one are freed soon.
create table worker_leases (
  worker_id text primary key,
  node_id text not null,
  seen_at timestamptz(3) not null default now()
);
