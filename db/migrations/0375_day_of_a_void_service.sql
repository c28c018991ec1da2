-- The first day of a service that began before its contract was retracted. The contract is void, so that it has no first day any more, but the
-- months that were closed before the retraction keep their figures, which count the days of service from it.
alter table contracts
  add column served_from date,
  add constraint contracts_served_is_void check (served_from is null or status = 'cancelled');

update contracts c set served_from = (e.before ->> 'active_from')::date from events e
where c.retracted_on is not null and e.company_id = c.company_id and e.entity_id = c.id::text and e.name = 'contract.cancelled'
  and e.before ->> 'active_from' is not null;
