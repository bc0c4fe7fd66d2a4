-- Whose data directory a process works on: the processes of one node share it.
alter table nodes add column machine text;

-- Turns that one of all nodes has at a time. They need not outlive a crash of the server, which ends who had them as well.
create unlogged table node_turns (
  key_hash bytea primary key,
  holder uuid not null,
  held_until timestamptz not null
);
