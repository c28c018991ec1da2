-- A decision of a case may order again what an earlier one ordered and a person did: a task is once among those that are not done.
alter table pqr_tasks drop constraint pqr_tasks_company_id_case_id_text_key;
create unique index pqr_tasks_open on pqr_tasks (company_id, case_id, text) where done_at is null;
create index pqr_tasks_case on pqr_tasks (company_id, case_id, id);
