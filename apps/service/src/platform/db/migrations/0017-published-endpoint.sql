-- What our addresses say at an SMP elsewhere about where and with which certificate we receive, as far as it was told.
alter table smp_registrations add column endpoint text;
