-- Who is reminded, cut and reconnected: the policy of a company, the decisions of each day and the terms to reconnect.

-- Each saved policy is a version, and a decision names the version that it used.
create table collection_policies (
  company_id uuid not null default current_company() references companies (id),
  version integer not null check (version > 0),
  mode text not null check (mode in ('off', 'trial', 'on')),
  -- The first day of the trial; the policy can be switched on a week later.
  trial_from date,
  overdue_days integer not null check (overdue_days between 1 and 120),
  minimum_debt centavos not null check (minimum_debt >= 0),
  -- Days before the due day; null sends no reminder.
  reminder_days integer check (reminder_days between 1 and 15),
  -- Business days between the delivery of the notice and the cut.
  notice_days integer not null check (notice_days between 1 and 15),
  avoids_weekends boolean not null,
  avoids_eves boolean not null,
  from_hour integer not null check (from_hour between 6 and 17),
  to_hour integer not null check (to_hour between 7 and 18),
  -- Days without cuts beside the holidays of the law.
  days_off text[] not null default '{}' check (cardinality(days_off) <= 60),
  -- The most days of a promise to pay; zero: no promises.
  promise_days integer not null check (promise_days between 0 and 30),
  promise_uses integer not null check (promise_uses between 1 and 12),
  promise_reconnects boolean not null,
  reconnects boolean not null,
  -- The share of the contracts in service that may be cut in a day without a person's approval.
  brake_percent integer not null check (brake_percent between 1 and 100),
  changed_at timestamptz not null default clock_timestamp(),
  changed_by text not null check (changed_by <> ''),
  primary key (company_id, version),
  constraint collection_policies_trial_has_day check (mode = 'off' or trial_from is not null),
  constraint collection_policies_hours check (to_hour > from_hour)
);
select protect('collection_policies', 'company_id', 'select, insert');
select append_only('collection_policies');
grant select (company_id, version, mode, from_hour) on collection_policies to enlace_platform;

-- The decisions of one day of one company. `is_trial`: no client was notified or cut.
create table collection_runs (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  on_day date not null,
  policy_version integer not null,
  is_trial boolean not null,
  status text not null check (status in ('running', 'braked', 'done', 'stopped')),
  to_notify integer not null check (to_notify >= 0),
  to_cut integer not null check (to_cut >= 0),
  -- The contracts that are neither notified nor cut, by reason.
  spared jsonb not null,
  -- The cuts that the brake allows on this day.
  cuts_max integer not null check (cuts_max >= 0),
  approved_by text check (approved_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, policy_version) references collection_policies (company_id, version),
  constraint collection_runs_finished check ((finished_at is not null) = (status in ('done', 'stopped')))
);
create unique index collection_runs_once on collection_runs (company_id, on_day);
create index collection_runs_open on collection_runs (company_id, on_day) where status in ('running', 'braked');
select protect('collection_runs', 'company_id', 'select, insert');
grant update (status, approved_by, finished_at) on collection_runs to enlace_app;
grant select (company_id, id, status) on collection_runs to enlace_platform;

-- What was decided of a contract and what became of it.
create table collection_decisions (
  company_id uuid not null default current_company() references companies (id),
  run_id uuid not null,
  contract_id uuid not null,
  client_id uuid not null,
  action text not null check (action in ('notify', 'cut')),
  debt centavos not null check (debt > 0),
  overdue_days integer not null check (overdue_days > 0),
  outcome text not null check (outcome in ('waiting', 'done', 'skipped', 'failed', 'simulated')),
  reason text check (reason <> ''),
  done_at timestamptz,
  primary key (company_id, run_id, contract_id),
  foreign key (company_id, run_id) references collection_runs (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id)
);
create index collection_decisions_waiting on collection_decisions (company_id, run_id, action, contract_id) where outcome = 'waiting';
select protect('collection_decisions', 'company_id', 'select, insert');
grant update (outcome, reason, done_at) on collection_decisions to enlace_app;

-- A prior notice of a cut: an e-mail, or what the desk gave by another channel. `used_at`: it served for a cut, or a reconnection ended it.
create table collection_notices (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  channel text not null check (channel in ('email', 'call', 'sms', 'whatsapp', 'paper')),
  message_id uuid,
  debt centavos not null check (debt > 0),
  given_on date not null,
  given_by text not null check (given_by <> ''),
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id),
  constraint collection_notices_email_has_message check ((channel = 'email') = (message_id is not null))
);
create index collection_notices_contract on collection_notices (company_id, contract_id, id desc) where used_at is null;
select protect('collection_notices', 'company_id', 'select, insert');
grant update (used_at) on collection_notices to enlace_app;

-- The term to reconnect a contract whose debt was paid while its service was cut (three business days).
create table reconnection_terms (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  paid_at timestamptz not null,
  due_on date not null,
  cause text not null check (cause in ('payment', 'promise')),
  reconnected_at timestamptz,
  -- Why it was not reconnected by itself.
  problem text check (problem <> ''),
  -- The desk was warned that the term is near.
  warned_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
create unique index reconnection_terms_open on reconnection_terms (company_id, contract_id) where reconnected_at is null;
create index reconnection_terms_newest on reconnection_terms (company_id, id desc);
select protect('reconnection_terms', 'company_id', 'select, insert');
grant update (reconnected_at, problem, warned_at) on reconnection_terms to enlace_app;

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check
    check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'pqr', 'suspension'));

-- The words of a company for its notices; without a row those of the product.
create table collection_templates (
  company_id uuid not null default current_company() references companies (id),
  kind text not null check (kind in ('reminder', 'notice', 'cut', 'reconnected')),
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  primary key (company_id, kind)
);
select protect('collection_templates');
