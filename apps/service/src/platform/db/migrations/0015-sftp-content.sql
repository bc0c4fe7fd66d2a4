-- Small uploads lie in their row: one commit makes file and bytes durable, and the row takes them along when it goes.
alter table sftp_files add column content bytea;
-- Given out as they are, and soon gone: to compress them would cost more than their room.
alter table sftp_files alter column content set storage external;
