-- What leaves by age, where it is archived first: one file each, of one account, under its night and number.
create table archives (
  account_id uuid not null references accounts,
  id uuid not null,
  night date not null,
  number integer not null,
  status text not null default 'BEGUN' check (status in ('BEGUN', 'WRITTEN', 'REMOVED')),
  -- What ended later than that is kept.
  ended_before timestamptz(3) not null,
  documents integer not null,
  -- Of the file, once it was read back; taken_at is the moment of which it is.
  bytes bigint,
  sha256 text,
  taken_at timestamptz(3),
  removed integer not null default 0,
  leased_by uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  written_at timestamptz(3),
  removed_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, night, number)
);
create index archives_open on archives (created_at) where status <> 'REMOVED';
create index archives_by_age on archives (created_at);

-- Which documents an archive is of, until they are removed: a document is in one of them at a time.
create table archive_documents (
  account_id uuid not null,
  message_id uuid not null,
  archive_id uuid not null,
  primary key (account_id, message_id)
);
create index archive_documents_by_archive on archive_documents (archive_id);
