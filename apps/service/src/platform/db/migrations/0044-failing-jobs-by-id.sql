-- So that somebody can name one, and say that it is to be given up.
alter table failing_jobs
  add column id uuid not null default gen_random_uuid(),
  add column given_up_at timestamptz(3);
create unique index failing_jobs_by_id on failing_jobs (id);
-- The order in which they are read, page by page.
drop index failing_jobs_last_failed;
create index failing_jobs_last_failed on failing_jobs (last_failed_at desc, id desc);
