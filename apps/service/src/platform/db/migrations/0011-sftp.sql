-- SFTP: who may come in, what was put into an outbox, and what became of it.

-- Made once and shown by every node; the private part is sealed with the installation's secret key.
create table sftp_host_keys (
  algorithm text primary key,
  public_key text not null,
  sealed_key bytea not null,
  created_at timestamptz(3) not null default now()
);

create table sftp_logins (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Null is the whole account.
  company_id uuid references companies,
  username text not null constraint sftp_logins_username_taken unique,
  auth_method text not null,
  password_hash text,
  public_keys text[] not null default '{}',
  status text not null default 'ACTIVE',
  last_login_at timestamptz(3),
  -- Connections that were let in before this end.
  credentials_changed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index sftp_logins_by_account on sftp_logins (account_id, created_at, id);

create table sftp_files (
  id uuid primary key,
  account_id uuid not null references accounts,
  company_id uuid not null references companies,
  participant_id uuid not null references participants,
  login_id uuid references sftp_logins on delete set null,
  folder text not null,
  -- As uploaded; `name` is another one where that was taken in sent/ or failed/.
  uploaded_name text not null,
  name text not null,
  sidecar_name text not null,
  serial integer not null default 1,
  payload_key text not null,
  bytes integer not null,
  sha256 text not null,
  -- False for what an upload that was cut off left behind.
  is_complete boolean not null,
  -- When it is picked up; null as long as its name says that it is not done.
  due_at timestamptz(3),
  message_id uuid references messages on delete cascade,
  sidecar text,
  sidecar_at timestamptz(3),
  is_removed boolean not null default false,
  is_sidecar_removed boolean not null default false,
  uploaded_at timestamptz(3) not null default now(),
  filed_at timestamptz(3)
);
create unique index sftp_files_outbox on sftp_files (participant_id, name) where folder = 'OUTBOX';
-- One name in sent/ and failed/ together, so that a file can move from one to the other.
create unique index sftp_files_filed on sftp_files (participant_id, sidecar_name)
  where folder <> 'OUTBOX' and not (is_removed and is_sidecar_removed);
create index sftp_files_by_folder on sftp_files (participant_id, folder, id);
create index sftp_files_by_name on sftp_files (participant_id, uploaded_name, serial) where folder <> 'OUTBOX';
create index sftp_files_by_message on sftp_files (message_id) where message_id is not null;
create index sftp_files_by_payload on sftp_files (payload_key);
create index sftp_files_by_age on sftp_files (uploaded_at);

-- The names that a login gave to documents in its inbox, and those that it moved to its archive.
create table sftp_inbox_names (
  login_id uuid not null references sftp_logins on delete cascade,
  message_id uuid not null references messages on delete cascade,
  participant_id uuid not null references participants,
  name text not null,
  archived_at timestamptz(3),
  primary key (login_id, message_id)
);
create unique index sftp_inbox_names_taken on sftp_inbox_names (login_id, participant_id, name, (archived_at is null));
create index sftp_inbox_names_by_message on sftp_inbox_names (message_id);
create index sftp_inbox_names_by_age on sftp_inbox_names (archived_at) where archived_at is not null;
