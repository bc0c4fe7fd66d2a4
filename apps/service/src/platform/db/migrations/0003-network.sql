-- What our SMP serves signed, as it was signed. The version is a digest of all that went into it: another one is signed anew.
create table smp_signed_metadata (
  address text not null,
  document_type_id text not null,
  version text not null,
  content text not null,
  signed_at timestamptz(3) not null default now(),
  primary key (address, document_type_id)
);

-- Participants that our SMP serves for an access point elsewhere, written through its own interface.
create table smp_groups (
  address text primary key,
  card text,
  migration_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create table smp_group_metadata (
  address text not null references smp_groups on delete cascade,
  document_type_id text not null,
  -- smp:ServiceMetadata, unsigned.
  content text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (address, document_type_id)
);

-- An address on its way here, or away from here, by a migration key.
create table participant_migrations (
  participant_id uuid not null references participants,
  direction text not null,
  token text not null,
  -- When the SML was first asked to carry it out: from then on a refusal can be the trace of our own success.
  asked_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (participant_id, direction)
);

-- An address that left for another SMP: until then its senders are sent after it, and what still comes is taken.
create table departures (
  participant_id uuid primary key references participants,
  address text not null,
  smp_url text not null,
  -- Subject of the certificate that the other SMP signs with; null until it was seen.
  certificate_uid text,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index departures_by_address on departures (address, created_at);
