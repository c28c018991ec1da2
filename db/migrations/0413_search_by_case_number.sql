-- The number that a person reads out of a CUN or of an internal reference, without the operator, the year and the zeros: the desk
-- searches by it. A column of its own, because under row-level security no index of an expression finds it.
alter table pqr_cases add column spoken_number bigint generated always as (
  (case when cun is null then split_part(reference, '-', 3) else right(cun, 10) end)::bigint
) stored;
create index pqr_cases_spoken_number on pqr_cases (company_id, spoken_number);

-- The same columns as pqr_cases_filed.
drop index pqr_cases_month;
