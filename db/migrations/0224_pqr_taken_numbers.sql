-- The SIC gives each operator its own code, so that a CUN is of one case of the whole installation. Row-level security hides the cases of
-- other companies from a unique index of each company, so that what a person typed, and the operator codes, are also here: no role of the
-- server reads or writes this table, and the triggers refuse what another company has.
create table pqr_taken_numbers (
  -- The 16 digits of a CUN that a person typed, or the 4 of an operator code of a range.
  number text primary key check (number ~ '^\d{4}(\d{12})?$'),
  company_id uuid not null references companies (id)
);

insert into pqr_taken_numbers (number, company_id)
select operator_code, company_id from pqr_ranges order by year
on conflict do nothing;
insert into pqr_taken_numbers (number, company_id)
select cun, company_id from pqr_cases where cun <> reference order by id
on conflict do nothing;

-- A CUN of the range of a company is of no other: the code of the range is taken, and each CUN below it is the next one of its series.
create function take_typed_cun() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if tg_op = 'UPDATE' then
      if new.cun is not distinct from old.cun then return null; end if;
      delete from pqr_taken_numbers where number = old.cun and company_id = old.company_id;
    end if;
    if new.cun is null or new.cun = new.reference then return null; end if;
    perform pg_advisory_xact_lock(hashtextextended('pqr operator ' || left(new.cun, 4), 0));
    if exists (select from pqr_taken_numbers where number in (new.cun, left(new.cun, 4)) and company_id <> new.company_id) then
      raise exception 'another company has the number %', new.cun using errcode = 'unique_violation', constraint = 'pqr_taken_numbers_pkey';
    end if;
    insert into pqr_taken_numbers values (new.cun, new.company_id) on conflict do nothing;
    return null;
  end $$;
create trigger take_typed_cun after insert or update of cun on pqr_cases for each row execute function take_typed_cun();

create function take_operator_code() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    series text := new.operator_code || to_char(new.year % 100, 'FM00');
  begin
    perform pg_advisory_xact_lock(hashtextextended('pqr operator ' || new.operator_code, 0));
    if exists (
      select from pqr_taken_numbers where company_id <> new.company_id
        and (number = new.operator_code or number between series || to_char(new.first_number, 'FM0000000000')
          and series || to_char(coalesce(new.last_number, 9999999999), 'FM0000000000'))
    ) then
      raise exception 'another company has the operator code %', new.operator_code
        using errcode = 'unique_violation', constraint = 'pqr_taken_numbers_pkey';
    end if;
    insert into pqr_taken_numbers values (new.operator_code, new.company_id) on conflict do nothing;
    -- A code that was corrected before its first number is free again.
    if tg_op = 'UPDATE' then
      delete from pqr_taken_numbers t where t.number = old.operator_code and t.company_id = old.company_id
        and not exists (select from pqr_ranges r where r.company_id = old.company_id and r.operator_code = old.operator_code);
    end if;
    return null;
  end $$;
create trigger take_operator_code after insert or update on pqr_ranges for each row execute function take_operator_code();

-- The server does not look at the ranges of other companies any more.
revoke select (company_id, operator_code) on pqr_ranges from enlace_platform;
