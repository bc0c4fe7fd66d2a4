-- Single sign-on: what may not be used twice, and the list of an account's identities.

-- ID tokens that were accepted, until they run out by themselves; only the hash.
create table used_id_tokens (
  token_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_id_tokens_by_end on used_id_tokens (expires_at);

create index sso_identities_by_account on sso_identities (account_id, created_at desc, id desc);
