-- A case about quality may cite the installation report of its contract with a speed test under the contracted speed (ACT-06, PQR-01).
alter table pqr_cases
  add report_id uuid,
  add constraint pqr_cases_company_id_report_id_fkey foreign key (company_id, report_id) references installation_reports (company_id, id),
  add constraint pqr_cases_report_is_of_contract check (report_id is null or contract_id is not null);

create index pqr_cases_report on pqr_cases (company_id, report_id) where report_id is not null;

-- The cited report is part of what was filed.
create trigger refuse_change_of_cited_report before update on pqr_cases
  for each row when (new.report_id is distinct from old.report_id) execute function refuse_change();
