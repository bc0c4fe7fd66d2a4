-- Reach is said, not concluded from the absence of rows: a row that is lost takes reach away instead of giving it.
alter table users add column all_companies boolean not null default false;
update users set all_companies = true
  where status <> 'erased' and not exists (select 1 from user_companies where user_id = users.id);
alter table users add constraint users_owner_reaches_all
  check (role <> 'owner' or all_companies or status = 'erased');

alter table api_keys add column all_companies boolean not null default false;
update api_keys set all_companies = company_id is null;
alter table api_keys add constraint api_keys_reach_said_once check (not (all_companies and company_id is not null));

-- A passkey of which there seems to be a copy opens nothing any more, until its user removes it.
alter table passkeys add column locked_at timestamptz(3);

-- Bootstrap tokens that made an account; only the hash.
create table used_bootstrap_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  used_at timestamptz(3) not null default now()
);
