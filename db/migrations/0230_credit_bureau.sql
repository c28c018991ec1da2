-- The notices before a report to a credit bureau (R2.16). Enlace sends the notices and counts the days; a person of the company reports.

-- Each saved policy is a version. The minimum debt and the days of arrears from which a client enters the queue.
create table bureau_policies (
  company_id uuid not null default current_company() references companies (id),
  version integer not null check (version > 0),
  is_on boolean not null,
  -- The credit bureau, as the notice names it.
  bureau text not null check (bureau <> ''),
  overdue_days integer not null check (overdue_days between 1 and 720),
  minimum_debt centavos not null check (minimum_debt >= 0),
  changed_at timestamptz not null default clock_timestamp(),
  changed_by text not null check (changed_by <> ''),
  primary key (company_id, version)
);
select protect('bureau_policies', 'company_id', 'select, insert');
select append_only('bureau_policies');
grant select (company_id) on bureau_policies to enlace_platform;

-- The days whose queue was worked: clients enter and notices are written once a day.
create table bureau_days (
  company_id uuid not null default current_company() references companies (id),
  on_day date not null,
  primary key (company_id, on_day)
);
select protect('bureau_days', 'company_id', 'select, insert');
select append_only('bureau_days');

-- A debt of a client in the queue. It ends when it is paid before the report ('settled'), when a person leaves it out with a reason, or when its
-- payment after the report was reported too ('updated'). What is owed now and what is next are derived, not stored.
create table bureau_cases (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  opened_on date not null,
  reported_on date,
  reported_by text check (reported_by <> ''),
  reported_debt centavos check (reported_debt > 0),
  outcome text check (outcome in ('settled', 'left_out', 'updated')),
  closed_on date,
  closed_by text check (closed_by <> ''),
  reason text check (reason <> ''),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  constraint bureau_cases_reported check ((reported_on is null) = (reported_by is null) and (reported_on is null) = (reported_debt is null)),
  constraint bureau_cases_closed check ((outcome is null) = (closed_on is null) and (outcome is null) = (closed_by is null)),
  constraint bureau_cases_left_out_has_reason check ((outcome is not distinct from 'left_out') = (reason is not null)),
  constraint bureau_cases_updated_was_reported check (outcome is distinct from 'updated' or reported_on is not null),
  constraint bureau_cases_settled_was_not_reported check (outcome is distinct from 'settled' or reported_on is null)
);
create unique index bureau_cases_open on bureau_cases (company_id, client_id) where outcome is null;
create index bureau_cases_client on bureau_cases (company_id, client_id, id desc);
create index bureau_cases_closed on bureau_cases (company_id, outcome, id desc) where outcome is not null;
select protect('bureau_cases', 'company_id', 'select, insert');
grant update (reported_on, reported_by, reported_debt, outcome, closed_on, closed_by, reason) on bureau_cases to enlace_app;

-- The invoices of a case: those that were overdue when it began. A later one belongs to the next case.
create table bureau_case_invoices (
  company_id uuid not null default current_company() references companies (id),
  case_id uuid not null,
  invoice_id uuid not null,
  primary key (company_id, case_id, invoice_id),
  foreign key (company_id, case_id) references bureau_cases (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index bureau_case_invoices_invoice on bureau_case_invoices (company_id, invoice_id);
select protect('bureau_case_invoices', 'company_id', 'select, insert');
select append_only('bureau_case_invoices');

-- The notices of a case. The message has the text as it was sent, when it left and whether it failed.
create table bureau_notices (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  message_id uuid not null,
  debt centavos not null check (debt > 0),
  written_on date not null,
  primary key (company_id, id),
  foreign key (company_id, case_id) references bureau_cases (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id)
);
create index bureau_notices_case on bureau_notices (company_id, case_id, id);
create unique index bureau_notices_message on bureau_notices (company_id, message_id);
select protect('bureau_notices', 'company_id', 'select, insert');
select append_only('bureau_notices');

-- A notice before a report is dropped when its debt is paid, disputed or promised before it is sent.
alter table messages drop constraint messages_only_while_check, drop constraint messages_only_while_has_subject,
  add constraint messages_only_while_check check (only_while in ('owed', 'noticed', 'cut', 'bureau')),
  add constraint messages_only_while_has_subject check (only_while is null or (client_id is not null
    and case only_while when 'owed' then invoice_id is not null when 'bureau' then true else contract_id is not null end));
