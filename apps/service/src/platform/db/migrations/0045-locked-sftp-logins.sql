-- Of which SFTP login wrong passwords were counted, and from where, so that a lock can be shown and lifted. Null for people,
-- for logins that there are not, and for those that a key opens.
alter table login_failures
  add column sftp_login_id uuid,
  add column address text;
create index login_failures_by_sftp_login on login_failures (sftp_login_id, locked_until desc)
  where sftp_login_id is not null;
