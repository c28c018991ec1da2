-- What each company stores, kept by the database in the transaction of each file: the quota reads one row and not every file of the
-- company. Invariant I30 compares it with the files.
create table stored_totals (
  company_id uuid not null default current_company() primary key references companies (id),
  files integer not null check (files >= 0),
  bytes bigint not null check (bytes >= 0)
);
select protect('stored_totals', 'company_id', 'select');
grant select on stored_totals to enlace_platform;

create function count_stored_files() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into stored_totals as t (company_id, files, bytes)
    select company_id, count(*), sum(bytes) from written group by company_id order by 1
    on conflict (company_id) do update set files = t.files + excluded.files, bytes = t.bytes + excluded.bytes;
    return null;
  end $$;
create trigger count_files after insert on stored_files referencing new table as written
  for each statement execute function count_stored_files();

create function count_deleted_files() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update stored_totals t set files = t.files - gone.files, bytes = t.bytes - gone.bytes
    from (select company_id, count(*) as files, sum(bytes) as bytes from removed group by company_id) gone
    where t.company_id = gone.company_id;
    return null;
  end $$;
create trigger count_deleted_files after delete on stored_files referencing old table as removed
  for each statement execute function count_deleted_files();

insert into stored_totals (company_id, files, bytes)
select company_id, count(*), sum(bytes) from stored_files group by company_id;
