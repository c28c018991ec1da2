-- A file that is being stored: announced before its object is written, and claimed in the transaction in which a row begins to refer to
-- it. While the announcement is younger than an hour, no object with its key is deleted; a deletion after that takes the announcement
-- away, and the row that comes later is refused.
create table file_storings (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- Below the company: 'annexes/<name>.pdf'.
  key text not null check (key <> ''),
  announced_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index file_storings_key on file_storings (company_id, key);
select protect('file_storings', 'company_id', 'select, insert, delete');
grant select, delete on file_storings to enlace_platform;
