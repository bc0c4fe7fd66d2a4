-- Jobs whose handler failed, for the operator: until they succeed, or for a month after they were ended.
create table failing_jobs (
  job text not null,
  -- What it is about: the ids of its payload.
  subject jsonb not null,
  failures int not null,
  first_failed_at timestamptz(3) not null,
  last_failed_at timestamptz(3) not null,
  next_try_at timestamptz(3),
  last_error text not null,
  -- When it was given up, and its subject ended with INTERNAL_ERROR.
  ended_at timestamptz(3),
  primary key (job, subject)
);
create index failing_jobs_last_failed on failing_jobs (last_failed_at desc, job, subject);
