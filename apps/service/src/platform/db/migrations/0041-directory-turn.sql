-- When the Peppol Directory may be asked next, by whichever node of the installation.
create table directory_turn (
  only_row boolean primary key default true check (only_row),
  free_at timestamptz(3) not null default now()
);
insert into directory_turn default values;
