-- Addresses are also looked for where they were withdrawn.
create index participants_by_address on participants (address);
