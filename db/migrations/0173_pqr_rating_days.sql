-- The day of a rating: a rating before or after the end of its case is of the month in which the user gave it.
alter table pqr_cases add column satisfaction_on date;
update pqr_cases c set satisfaction_on = (coalesce(
    (select e.at from pqr_entries e where e.company_id = c.company_id and e.case_id = c.id
       and (e.kind = 'rated' or (e.kind = 'closed' and e.text like '%Calificación:%')) order by e.id desc limit 1),
    c.closed_at, c.filed_at) at time zone 'America/Bogota')::date
  where c.satisfaction is not null;
alter table pqr_cases
  add constraint pqr_cases_rating_has_day check ((satisfaction is null) = (satisfaction_on is null));
create index pqr_cases_rated on pqr_cases (company_id, satisfaction_on) where satisfaction_on is not null;
