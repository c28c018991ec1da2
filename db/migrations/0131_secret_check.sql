-- A value derived from ENLACE_SECRET: a process that starts with another secret refuses, instead of failing at each key that it
-- cannot decrypt and at each password (docs/operations.md, "The secret"). One row for the installation.
create table secret_checks (
  id boolean primary key default true,
  value bytea not null,
  set_at timestamptz not null default now(),
  constraint secret_checks_one_row check (id)
);
grant select, insert, update on secret_checks to enlace_platform;
