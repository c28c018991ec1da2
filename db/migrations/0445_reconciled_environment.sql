-- The environment of the provider that a comparison read: one of tests says nothing about production. Null for the ones before.
alter table electronic_reconciliations add environment text check (environment in ('test', 'production'));
