-- What a user is mailed: documents only where the user says so.
alter table users add column notifications text[] not null default '{webhooks,exports}';
create index users_told_of_documents on users (account_id)
  where notifications && '{documentsArrived,documentsFailed}';

-- One mail of documents to one user: what the log holds after `told_seq` is still to be told.
create table notice_digests (
  user_id uuid not null references users,
  kind text not null,
  told_seq bigint not null,
  -- The last event that concerns the user.
  newest_seq bigint not null,
  -- When the next one is mailed, by a job; null while there is nothing to tell.
  due_at timestamptz(3),
  -- From when one is begun until it is known to be handed over: how far it tells, and its Message-ID, the same at each try.
  upto_seq bigint,
  mail_id uuid,
  mailed_at timestamptz(3),
  primary key (user_id, kind)
);

-- So that what a mail looks at is what it tells of, however many events lie in between.
create index events_for_digests on events (account_id, seq)
  where type in ('document.received', 'document.validation_failed', 'document.discovery_failed', 'document.send_failed');
