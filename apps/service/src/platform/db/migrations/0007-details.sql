-- Addresses are also looked for where they were withdrawn.
create index participants_by_address on participants (address);

-- What is sought in, folded by us to ASCII (platform/folded.ts). Null where that is still to be done, which the next start
-- does. Rows are narrowed down to an account first; its few thousand short texts are then read faster than an index would
-- pay, and trigrams are an extension that not every server has.
alter table companies add column search_text text collate "C";
alter table participants add column search_text text collate "C";
alter table participant_audit add column search_text text collate "C";
alter table account_audit add column search_text text collate "C";
create index companies_to_fold on companies (id) where search_text is null;
create index participants_to_fold on participants (id) where search_text is null;
create index participant_audit_to_fold on participant_audit (id) where search_text is null;
create index account_audit_to_fold on account_audit (id) where search_text is null;

-- As the document itself names them.
alter table messages add column sender_name text;
alter table messages add column receiver_name text;

-- Beginnings by which a message is found (messages/search-terms.ts). A table of its own: a message is written anew at each
-- status, what it is found by is written once. Terms are made by us, not by a text search configuration.
create table message_search (
  message_id uuid primary key references messages on delete cascade,
  terms tsvector not null
);
create index message_search_terms on message_search using gin (terms);
insert into message_search (message_id, terms)
  select id, array_to_tsvector(array_remove(array[
    right(account_id::text, 8) || 'v' || sender,
    right(account_id::text, 8) || 'v' || receiver,
    right(account_id::text, 8) || 'v' || substr(sender, strpos(sender, ':') + 1),
    right(account_id::text, 8) || 'v' || substr(receiver, strpos(receiver, ':') + 1),
    right(account_id::text, 8) || 't' || left(lower(document_number), 200),
    right(account_id::text, 8) || 't' || left(lower(external_reference), 200)
  ], null)) from messages;
drop index messages_by_sender;
drop index messages_by_receiver;
