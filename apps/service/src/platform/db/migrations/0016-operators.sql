-- The operator's people, and what they are known by. Of secrets only hashes.
create table operators (
  id uuid primary key,
  name text not null,
  email text not null constraint operators_email_taken unique,
  role text not null,
  status text not null default 'active',
  password_hash text not null,
  must_change_password boolean not null,
  created_at timestamptz(3) not null default now(),
  last_login_at timestamptz(3)
);

create table operator_sessions (
  id uuid primary key,
  operator_id uuid not null references operators,
  token_hash bytea not null unique,
  auth_method text not null,
  address text not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index operator_sessions_by_operator on operator_sessions (operator_id);
create index operator_sessions_by_end on operator_sessions (expires_at);

-- For programs. What a token may do is never more than what its operator may at the time.
create table operator_tokens (
  id uuid primary key,
  operator_id uuid not null references operators,
  name text not null,
  role text not null,
  prefix text not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index operator_tokens_by_operator on operator_tokens (operator_id);

-- Every move on the operator's side. account_id has no key to its account: the line outlives it.
create table operator_audit (
  id uuid primary key,
  -- Null for nobody yet: a failed sign-in, or the shared token.
  operator_id uuid references operators,
  actor_name text not null,
  token_name text,
  event_type text not null,
  account_id uuid,
  target_type text,
  target_id text,
  target_name text,
  target_sub text,
  metadata jsonb not null default '{}',
  search_text text not null,
  address text,
  created_at timestamptz(3) not null default now()
);
create index operator_audit_by_age on operator_audit (created_at desc, id desc);
create index operator_audit_by_operator on operator_audit (operator_id, created_at desc, id desc);
create index operator_audit_by_account on operator_audit (account_id, created_at desc, id desc)
  where account_id is not null;

-- Who of them sits at a customer's desk.
alter table sessions add column actor_id uuid references operators;

create index accounts_by_age on accounts (created_at desc, id desc);

-- What was looked at before an address is approved.
create table participant_checks (
  participant_id uuid primary key references participants on delete cascade,
  checks jsonb not null,
  checked_at timestamptz(3) not null default now()
);
create index participants_by_age on participants (created_at desc, id desc);

-- Documents of all accounts that do not get through; ids are in the order of time.
create index messages_stuck on messages (id)
  where status in ('SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED');
