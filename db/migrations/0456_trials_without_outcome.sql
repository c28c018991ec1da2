-- A document of tests that the DIAN did not validate, and that a person must look at, is worth as little in production as a validated one: a
-- file that was not confirmed, or what the provider did not answer for. Its invoice has no document, and may have one of production.
alter table electronic_documents drop constraint electronic_documents_trial_is_of_tests,
  add constraint electronic_documents_trial_is_of_tests check (not is_trial or (status in ('validated', 'manual') and environment = 'test'));

update electronic_documents d set is_trial = true, file_try_at = null, events_try_at = null, tacit_at = null
where d.status = 'manual' and d.environment = 'test' and coalesce(
  (select c.environment from credentials c where c.company_id = d.company_id and c.provider = 'factus' and c.is_on limit 1),
  (select f.environment from file_issuers f where f.company_id = d.company_id and f.is_on)
) = 'production';
