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
  created_at timestamptz(3) not null default now(),
  -- When the user chose a password of their own; null while only a random one was given out.
  password_set_at timestamptz(3),
  invited_at timestamptz(3)
);
create index users_by_account on users (account_id);
create index users_by_age on users (account_id, created_at desc, id desc);

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
  expires_at timestamptz(3) not null,
  address text,
  user_agent text,
  -- A desk session: who of the operator's staff acts for the user, and why.
  actor_name text,
  actor_reason text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

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
  revoked_at timestamptz(3),
  created_by_user_id uuid references users
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
  created_at timestamptz(3) not null default now(),
  actor_user_id uuid references users
);
create index participant_audit_by_participant on participant_audit (participant_id, created_at desc, id desc);
create index participant_audit_by_actor on participant_audit (actor_user_id) where actor_user_id is not null;

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
  status_changed_at timestamptz(3) not null default now(),
  -- The Timestamp of an inbound AS4 message as its header says: what reports and the targets of statuses count from. That
  -- of an outbound one is envelope_created_at.
  as4_timestamp timestamptz(3)
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
-- Accepted documents whose status is still to come.
create index messages_awaiting_mls on messages (envelope_created_at) where mls->>'status' = 'PENDING';

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

-- People: what they may still redeem, and what the account's audit says of them.

-- Only the hash: whoever reads the table can redeem nothing.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users,
  account_id uuid references accounts,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index one_time_tokens_by_user on one_time_tokens (user_id) where user_id is not null;
create index one_time_tokens_by_end on one_time_tokens (expires_at);

-- Links mailed to a user, counted for the limit of mails an hour.
create table user_mails (
  user_id uuid not null references users,
  kind text not null,
  created_at timestamptz(3) not null default now()
);
create index user_mails_by_user on user_mails (user_id, created_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  credential_id bytea not null constraint passkeys_credential_taken unique,
  public_key bytea not null,
  counter bigint not null,
  aaguid text not null,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id);

create table sso_identities (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  email text not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint sso_identities_taken unique (issuer, subject)
);
create index sso_identities_by_user on sso_identities (user_id);
create index sso_identities_by_account on sso_identities (account_id, created_at desc, id desc);

-- Who, what, when, from where. account_id is null for a failed sign-in with an address that nobody has.
create table account_audit (
  id uuid primary key,
  account_id uuid references accounts,
  -- The companies that the thing concerned is confined to; null when it is the whole account.
  company_ids uuid[],
  actor_kind text not null,
  actor_id uuid,
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
create index account_audit_by_account on account_audit (account_id, created_at desc, id desc);
create index account_audit_by_actor on account_audit (actor_id) where actor_id is not null;
create index account_audit_by_target on account_audit (target_id) where target_id is not null;
create index account_audit_unknown on account_audit (created_at) where account_id is null;

-- ID tokens that were accepted, until they run out by themselves; only the hash.
create table used_id_tokens (
  token_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_id_tokens_by_end on used_id_tokens (expires_at);

-- What our SMP serves signed, as it was signed. The version is a digest of all that went into it: another one is signed anew.
create table smp_signed_metadata (
  address text not null,
  document_type_id text not null,
  version text not null,
  content text not null,
  signed_at timestamptz(3) not null default now(),
  primary key (address, document_type_id)
);

-- Participants that our SMP serves for an access point elsewhere, written through its own interface.
create table smp_groups (
  address text primary key,
  card text,
  migration_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create table smp_group_metadata (
  address text not null references smp_groups on delete cascade,
  document_type_id text not null,
  -- smp:ServiceMetadata, unsigned.
  content text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (address, document_type_id)
);

-- An address on its way here, or away from here, by a migration key.
create table participant_migrations (
  participant_id uuid not null references participants,
  direction text not null,
  token text not null,
  -- When the SML was first asked to carry it out: from then on a refusal can be the trace of our own success.
  asked_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (participant_id, direction)
);

-- An address that left for another SMP: until then its senders are sent after it, and what still comes is taken.
create table departures (
  participant_id uuid primary key references participants,
  address text not null,
  smp_url text not null,
  -- Subject of the certificate that the other SMP signs with; null until it was seen.
  certificate_uid text,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index departures_by_address on departures (address, created_at);

-- Message Level Statuses, what is counted for usage and reports, and the reports.

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
