-- A change of plan that is cancelled, and a termination that is withdrawn, change what the newest text of a contract says about its plan:
-- each makes a version.
alter table contract_versions drop constraint contract_versions_reason_check;
alter table contract_versions add constraint contract_versions_reason_check
  check (reason in ('signature', 'plan_change', 'plan_kept', 'transfer', 'cession', 'termination_withdrawn'));
