-- The outages of a company: when the service of a municipality was down. Cancelled: announced by mistake.
create table outages (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  municipality_code text not null check (municipality_code ~ '^\d{5}$'),
  department text not null check (department <> ''),
  city text not null check (city <> ''),
  cause text not null check (cause <> ''),
  started_at timestamptz not null,
  -- The estimate that the clients read.
  expected_end_at timestamptz check (expected_end_at > started_at),
  ended_at timestamptz check (ended_at > started_at),
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  correction_reason text check (correction_reason <> ''),
  -- Whether its clients get one email about it.
  is_notified boolean not null,
  -- How many contracts it has, as its job counted them.
  contracts integer not null default 0 check (contracts >= 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint outages_cancel_reason_when_cancelled check ((cancelled_at is null) = (cancel_reason is null))
);
create index outages_started on outages (company_id, started_at, id);
create index outages_open on outages (company_id, municipality_code) where ended_at is null and cancelled_at is null;
select protect('outages', 'company_id', 'select, insert, update');

-- The contracts without service in an outage, with the minutes of each month of the calendar; 0 while the outage is open. A contract
-- stays when it moves, ends or is ceded later.
create table outage_contracts (
  company_id uuid not null default current_company() references companies (id),
  outage_id uuid not null,
  contract_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  minutes integer not null default 0 check (minutes >= 0),
  primary key (company_id, outage_id, contract_id, month),
  constraint outage_contracts_outage_id_fkey foreign key (company_id, outage_id) references outages (company_id, id),
  constraint outage_contracts_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id)
);
create index outage_contracts_contract on outage_contracts (company_id, contract_id, month);
select protect('outage_contracts', 'company_id', 'select, insert, update');

-- The month whose outages a charge compensates, with a price less than zero. One that waits for an invoice at most for each contract
-- and month.
alter table pending_charges add column compensates text check (compensates ~ '^\d{4}-(0[1-9]|1[0-2])$');
alter table pending_charges add constraint pending_charges_compensation check (compensates is null or (kind = 'compensation' and price < 0));
create unique index pending_charges_compensation_open on pending_charges (company_id, contract_id, compensates)
  where compensates is not null and invoice_id is null;
create index pending_charges_compensation on pending_charges (company_id, contract_id, compensates) where compensates is not null;

-- The emails about outages.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(one.matched[1]), ', ') || ', ''outage''' into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') one (matched)
  where conname = 'messages_kind_check' and conrelid = 'messages'::regclass;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
end $$;
