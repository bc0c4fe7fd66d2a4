-- What an installation has made for itself, sealed under SECRET_KEY, so that all its nodes have the same. `secret-key` holds
-- no secret: by whether it can be opened a node knows that its SECRET_KEY is that of the others.
create table installation_secrets (
  name text primary key,
  sealed bytea not null,
  made_at timestamptz(3) not null default now()
);
