-- Reminders of many debts at once, and the undo of the messages of a job that have not left.
alter table bulk_jobs
  drop constraint bulk_jobs_action_check,
  add constraint bulk_jobs_action_check
    check (action in ('send_invoices', 'remind_invoices', 'remind_debtors', 'zip_invoices', 'print_invoices', 'send_access', 'pay_bank_lines')),
  -- How many messages did not leave because a person undid the job; null while no user did.
  add column undone integer check (undone >= 0);

-- The job that wrote a message. The messages stay when the job is deleted.
alter table messages
  add column bulk_job_id uuid,
  add constraint messages_bulk_job_id_fkey foreign key (company_id, bulk_job_id) references bulk_jobs (company_id, id)
    on delete set null (bulk_job_id);
create index messages_bulk_job on messages (company_id, bulk_job_id) where bulk_job_id is not null;
-- A message that a person undid may be written again.
grant update (dedupe) on messages to enlace_app;
