-- Why somebody holds an access point back; null where it only failed.
alter table circuit_breakers add column reason text;
