-- Indexes of invoices. A partial index is chosen on a table without statistics for any question that it could answer, because it
-- looks empty. So no two of them may begin with the same columns and end in different ones: whichever is chosen is the right one.

-- The invoices of a month, for lists and the dashboard, and the contracts among them. It ends in the whole of the key of
-- invoices_once, so "has this contract its invoice of the month?" is one entry in either. Replaces invoices_monthly, which is the
-- month without the contract: a run read all that it had written for each contract.
drop index invoices_monthly;
drop index invoices_period;
create index invoices_period on invoices (company_id, period, contract_id, kind);

-- What is owed, by client; all that a dashboard adds up is in the index, so invoices_owed (by day) adds nothing to it.
drop index invoices_owed;
drop index invoices_open;
create index invoices_open on invoices (company_id, client_id, due_on) include (balance, disputed_amount) where balance > 0;

-- The invoices of a run: its outcome, its e-mails and its notifications.
create index invoices_run on invoices (company_id, run_id, id) where run_id is not null;
alter table invoices add constraint invoices_run_fkey foreign key (company_id, run_id) references runs (company_id, id);
-- A run that failed says why, and no other.
alter table runs add constraint runs_problem_check check ((problem is not null) = (status = 'failed'));
