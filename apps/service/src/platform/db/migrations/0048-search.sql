-- When a document was made, so that of many the newest are found without a look at each; and what the operator's people
-- find it by, whosever it is: its addresses and ids behind a `*` (messages/search-terms.ts).
alter table message_search rename to message_search_before;
create table message_search (
  message_id uuid not null,
  created_at timestamptz not null,
  terms tsvector not null
);
insert into message_search (message_id, created_at, terms)
  select messages.id, messages.created_at, before.terms || array_to_tsvector(array[
    '*' || left(sender, 200),
    '*' || left(receiver, 200),
    '*' || left(as4_message_id, 200),
    '*' || left(sbdh_instance_id, 200)
  ])
  from message_search_before before join messages on messages.id = before.message_id;
drop table message_search_before;
alter table message_search add primary key (message_id);
alter table message_search add foreign key (message_id) references messages on delete cascade;
create index message_search_terms on message_search using gin (terms);
