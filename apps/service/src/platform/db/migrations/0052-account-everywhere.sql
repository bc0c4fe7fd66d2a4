-- Every row of an account says whose it is. A row that hangs on another one is of the same account: where the other one's
-- table has a key of account and id, the foreign key says so. Unique keys name the account, last where they are searched by
-- what comes before, so that a PostgreSQL that is distributed by account can hold them (docs/scaling.md).

-- What rows hang on.
alter table users add constraint users_of_account unique (account_id, id);
alter table companies add constraint companies_of_account unique (account_id, id);
alter table participants add constraint participants_of_account unique (account_id, id);
alter table webhooks add constraint webhooks_of_account unique (account_id, id);
alter table sftp_logins add constraint sftp_logins_of_account unique (account_id, id);
alter table exports add constraint exports_of_account unique (account_id, id);

-- People.
alter table user_companies add column account_id uuid;
update user_companies as row set account_id = users.account_id from users where users.id = row.user_id;
alter table user_companies
  alter column account_id set not null,
  drop constraint user_companies_pkey,
  add primary key (user_id, company_id, account_id),
  drop constraint user_companies_user_id_fkey,
  drop constraint user_companies_company_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id),
  add foreign key (account_id, company_id) references companies (account_id, id);

alter table sessions add column account_id uuid;
update sessions as row set account_id = users.account_id from users where users.id = row.user_id;
alter table sessions
  alter column account_id set not null,
  drop constraint sessions_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);

alter table user_mails add column account_id uuid;
update user_mails as row set account_id = users.account_id from users where users.id = row.user_id;
alter table user_mails
  alter column account_id set not null,
  drop constraint user_mails_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);

alter table passkeys add column account_id uuid;
update passkeys as row set account_id = users.account_id from users where users.id = row.user_id;
alter table passkeys
  alter column account_id set not null,
  drop constraint passkeys_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);

alter table notice_digests add column account_id uuid;
update notice_digests as row set account_id = users.account_id from users where users.id = row.user_id;
alter table notice_digests
  alter column account_id set not null,
  drop constraint notice_digests_pkey,
  add primary key (user_id, kind, account_id),
  drop constraint notice_digests_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);

-- A token is one of a customer's people, of the operator's, or nobody's yet.
update one_time_tokens as row set account_id = users.account_id from users where users.id = row.user_id;
alter table one_time_tokens
  add constraint one_time_tokens_of_account check (user_id is null or account_id is not null),
  drop constraint one_time_tokens_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);

alter table sso_identities
  drop constraint sso_identities_user_id_fkey,
  add foreign key (account_id, user_id) references users (account_id, id);
alter table api_keys
  drop constraint api_keys_company_id_fkey,
  drop constraint api_keys_created_by_user_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id),
  add foreign key (account_id, created_by_user_id) references users (account_id, id);

-- Addresses.
alter table participants
  drop constraint participants_company_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id);
drop index participants_identifier_taken;
create unique index participants_identifier_taken on participants (company_id, identifier, account_id)
  where status <> 'DEACTIVATED';

alter table capabilities add column account_id uuid;
update capabilities as row set account_id = whole.account_id from participants whole where whole.id = row.participant_id;
alter table capabilities
  alter column account_id set not null,
  drop constraint capabilities_merged,
  add constraint capabilities_merged unique (participant_id, document_type_id, process_id, account_id),
  drop constraint capabilities_participant_id_fkey,
  add foreign key (account_id, participant_id) references participants (account_id, id);

alter table participant_checks add column account_id uuid;
update participant_checks as row set account_id = whole.account_id
  from participants whole where whole.id = row.participant_id;
alter table participant_checks
  alter column account_id set not null,
  drop constraint participant_checks_pkey,
  add primary key (participant_id, account_id),
  drop constraint participant_checks_participant_id_fkey,
  add foreign key (account_id, participant_id) references participants (account_id, id) on delete cascade;

alter table participant_migrations add column account_id uuid;
update participant_migrations as row set account_id = whole.account_id
  from participants whole where whole.id = row.participant_id;
alter table participant_migrations
  alter column account_id set not null,
  drop constraint participant_migrations_pkey,
  add primary key (participant_id, direction, account_id),
  drop constraint participant_migrations_participant_id_fkey,
  add foreign key (account_id, participant_id) references participants (account_id, id);

alter table departures add column account_id uuid;
update departures as row set account_id = whole.account_id from participants whole where whole.id = row.participant_id;
alter table departures
  alter column account_id set not null,
  drop constraint departures_pkey,
  add primary key (participant_id, account_id),
  drop constraint departures_participant_id_fkey,
  add foreign key (account_id, participant_id) references participants (account_id, id);

alter table participant_audit
  drop constraint participant_audit_company_id_fkey,
  drop constraint participant_audit_participant_id_fkey,
  drop constraint participant_audit_actor_user_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id),
  add foreign key (account_id, participant_id) references participants (account_id, id),
  add foreign key (account_id, actor_user_id) references users (account_id, id);

-- Documents. What they have many of is written anew once instead of row by row beside its old self.
alter table message_attempts rename to message_attempts_before;
create table message_attempts (
  message_id uuid not null,
  account_id uuid not null,
  number integer not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  outcome text,
  error_code text,
  error_message text,
  endpoint_url text,
  access_point text,
  receipt_id text,
  discovery_ms integer,
  connect_ms integer,
  answer_ms integer
);
insert into message_attempts
  select message_id, account_id, number, started_at, finished_at, outcome, error_code, error_message, endpoint_url,
    access_point, receipt_id, discovery_ms, connect_ms, answer_ms
  from message_attempts_before before join messages on messages.id = before.message_id;
drop table message_attempts_before;
alter table message_attempts
  add primary key (message_id, number, account_id),
  add foreign key (message_id) references messages;

alter table message_evidence rename to message_evidence_before;
create table message_evidence (
  message_id uuid not null,
  account_id uuid not null,
  kind text not null,
  content bytea not null,
  created_at timestamptz(3) not null default now()
) with (toast_tuple_target = 8160);
alter table message_evidence alter column content set storage external;
insert into message_evidence
  select message_id, account_id, kind, content, before.created_at
  from message_evidence_before before join messages on messages.id = before.message_id;
drop table message_evidence_before;
alter table message_evidence
  add primary key (message_id, kind, account_id),
  add foreign key (message_id) references messages;

alter table message_search rename to message_search_before;
create table message_search (
  message_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null,
  terms tsvector not null
);
insert into message_search
  select message_id, account_id, before.created_at, terms
  from message_search_before before join messages on messages.id = before.message_id;
drop table message_search_before;
alter table message_search
  add primary key (message_id, account_id),
  add foreign key (message_id) references messages on delete cascade;
create index message_search_terms on message_search using gin (terms);

alter table mls_due add column account_id uuid;
update mls_due as row set account_id = messages.account_id from messages where messages.id = row.message_id;
alter table mls_due
  alter column account_id set not null,
  drop constraint mls_due_pkey,
  add primary key (message_id, account_id);

alter table uploads
  drop constraint uploads_company_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id);

-- Channels.
alter table webhooks
  drop constraint webhooks_company_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id);
alter table webhook_deliveries
  drop constraint webhook_deliveries_once,
  add constraint webhook_deliveries_once unique (webhook_id, event_id, account_id),
  drop constraint webhook_deliveries_webhook_id_fkey,
  add foreign key (account_id, webhook_id) references webhooks (account_id, id);

alter table sftp_logins
  drop constraint sftp_logins_company_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id);

alter table sftp_files
  drop constraint sftp_files_company_id_fkey,
  drop constraint sftp_files_participant_id_fkey,
  drop constraint sftp_files_login_id_fkey,
  add foreign key (account_id, company_id) references companies (account_id, id),
  add foreign key (account_id, participant_id) references participants (account_id, id),
  add foreign key (account_id, login_id) references sftp_logins (account_id, id) on delete set null (login_id);
drop index sftp_files_outbox;
create unique index sftp_files_outbox on sftp_files (participant_id, name, account_id) where folder = 'OUTBOX';
drop index sftp_files_filed;
create unique index sftp_files_filed on sftp_files (participant_id, sidecar_name, account_id)
  where folder <> 'OUTBOX' and not (is_removed and is_sidecar_removed);

alter table sftp_inbox_names add column account_id uuid;
update sftp_inbox_names as row set account_id = sftp_logins.account_id from sftp_logins where sftp_logins.id = row.login_id;
drop index sftp_inbox_names_taken;
alter table sftp_inbox_names
  alter column account_id set not null,
  drop constraint sftp_inbox_names_pkey,
  add primary key (login_id, message_id, account_id),
  drop constraint sftp_inbox_names_login_id_fkey,
  drop constraint sftp_inbox_names_participant_id_fkey,
  add foreign key (account_id, login_id) references sftp_logins (account_id, id) on delete cascade,
  add foreign key (account_id, participant_id) references participants (account_id, id);
create unique index sftp_inbox_names_taken
  on sftp_inbox_names (login_id, participant_id, name, (archived_at is null), account_id);

-- `on delete set null` would take the account's own column along.
alter table account_closings
  drop constraint account_closings_export_id_fkey,
  add foreign key (account_id, export_id) references exports (account_id, id) on delete set null (export_id);
