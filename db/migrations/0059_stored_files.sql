-- The size of each picture and document of a company, and the most that all of them may have together. The program does not change
-- that maximum: the operator does (docs/operations.md).
create table stored_files (
  company_id uuid not null default current_company() references companies,
  -- The name in the folder of the company, without the ending.
  name text not null check (name <> ''),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (company_id, name)
);
select protect('stored_files', 'company_id', 'select, insert, delete');
grant select, insert, delete on stored_files to enlace_platform;

alter table companies add column files_max_bytes bigint not null default 524288000
  constraint companies_files_max_bytes_check check (files_max_bytes >= 0);
