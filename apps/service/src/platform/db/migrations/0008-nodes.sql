-- The processes that work on this database now, and what they must have in common.
create table nodes (
  node_id text primary key,
  host text not null,
  -- By name: what is compared, as fingerprints where it is secret.
  facts jsonb not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);

-- The address under which the SML knows our SMP: it need not answer when we start again.
create table smp_registrations (
  smp_url text primary key,
  registered_at timestamptz(3) not null default now()
);
