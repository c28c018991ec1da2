-- A company whose provider of tests was turned off while its files were of production issues in production since then, and its documents of
-- tests did not become trials.
update electronic_documents d set is_trial = true, file_try_at = null, events_try_at = null, tacit_at = null
where d.status in ('validated', 'manual') and d.environment = 'test' and not d.is_trial
  and exists (
    select from companies c join file_issuers f on f.company_id = c.id
    where c.id = d.company_id and not c.is_factus_integration and f.is_on and f.environment = 'production'
  );
