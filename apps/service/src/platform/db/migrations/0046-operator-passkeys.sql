-- Passkeys of the operator's people, apart from those of customers': neither opens the other side.
create table operator_passkeys (
  id uuid primary key,
  operator_id uuid not null references operators,
  name text not null,
  credential_id bytea not null constraint operator_passkeys_credential_taken unique,
  public_key bytea not null,
  counter bigint not null,
  aaguid text not null,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  -- Since when there seems to be a copy of it.
  locked_at timestamptz(3)
);
create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- A token is one of a customer's people, of the operator's, or nobody's yet.
alter table one_time_tokens add column operator_id uuid references operators;
create index one_time_tokens_by_operator on one_time_tokens (operator_id) where operator_id is not null;
