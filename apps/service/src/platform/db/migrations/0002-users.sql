-- People: how they were let in, what they may still redeem, and what the account's audit says of them.

-- When the user chose a password of their own; null while only a random one was given out.
alter table users add column password_set_at timestamptz(3);
alter table users add column invited_at timestamptz(3);
update users set password_set_at = created_at;
create index users_by_age on users (account_id, created_at desc, id desc);

alter table sessions add column address text;
alter table sessions add column user_agent text;
-- A desk session: who of the operator's staff acts for the user, and why.
alter table sessions add column actor_name text;
alter table sessions add column actor_reason text;
create index sessions_by_end on sessions (expires_at);

alter table api_keys add column created_by_user_id uuid references users;
alter table participant_audit add column actor_user_id uuid references users;
create index participant_audit_by_actor on participant_audit (actor_user_id) where actor_user_id is not null;

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
