-- The visits that wait for a day or a technician are also those whose day has passed and those that were not made.
drop index visits_to_assign;
create index visits_to_plan on visits (company_id, id) where state in ('planned', 'moved', 'missed');
