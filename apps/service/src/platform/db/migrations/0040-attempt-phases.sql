-- Where the time of an attempt to deliver went, in milliseconds; empty where it was not reached.
alter table message_attempts
  add column discovery_ms integer,
  add column connect_ms integer,
  add column answer_ms integer;
