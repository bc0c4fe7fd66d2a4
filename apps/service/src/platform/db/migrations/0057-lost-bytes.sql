-- Documents past their retention whose bytes are not in the payload store: who runs the service is told of each once.
create table archive_lost (
  account_id uuid not null,
  message_id uuid not null,
  found_at timestamptz(3) not null default now(),
  primary key (account_id, message_id)
);

-- Who decided that its documents go without bytes, when and why; null where nobody did.
alter table archives add column without_bytes jsonb;
-- The file says of it that its bytes were not there.
alter table archive_documents add column without_bytes boolean not null default false;
