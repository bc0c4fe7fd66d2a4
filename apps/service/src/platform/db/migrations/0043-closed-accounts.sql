-- Accounts that are being closed, or were: how far that is. Taken back, the row goes; the audit keeps what was.
create table account_closings (
  account_id uuid primary key references accounts,
  step text not null,
  -- What the account becomes when it is taken back.
  status_before text not null,
  reason text not null,
  operator_id uuid references operators,
  operator_name text not null,
  keep_days integer not null,
  export_id uuid references exports on delete set null,
  began_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  -- When its content is deleted.
  delete_after timestamptz(3),
  deleted_at timestamptz(3)
);
create index account_closings_under_way on account_closings (delete_after) where step <> 'DELETED';

-- Files of an outbox that are still to be sent.
create index sftp_files_due on sftp_files (account_id) where folder = 'OUTBOX' and due_at is not null;
