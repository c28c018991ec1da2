-- What a contract owes besides its plan, until an invoice takes it.
create table pending_charges (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null check (kind <> '' and kind <> 'plan'),
  description text not null check (description <> ''),
  quantity integer not null default 1 check (quantity > 0),
  -- Of one unit, in centavos; less than zero for what the company gives back, as the compensation of an outage.
  price centavos not null check (price <> 0),
  invoice_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
create index pending_charges_open on pending_charges (company_id, contract_id) where invoice_id is null;
select protect('pending_charges');

-- Days without service that are not charged. Both days belong to it; without an end it is still suspended.
create table suspension_intervals (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null check (kind in ('arrears', 'voluntary')),
  from_on date not null,
  to_on date check (to_on >= from_on),
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
create index suspension_intervals_contract on suspension_intervals (company_id, contract_id, from_on);
create unique index suspension_intervals_open on suspension_intervals (company_id, contract_id) where to_on is null;
select protect('suspension_intervals');

-- A run of massive invoicing. Its lease is the heartbeat with the fence: whoever resumes it takes a higher fence, and what the
-- one before still tries to write is refused. One open run for each company.
create table runs (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  cut_day integer check (cut_day between 1 and 31),
  issued_on date not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  contracts integer not null default 0,
  created integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  amount centavos not null default 0,
  -- The last contract of the batches that are done.
  cursor uuid,
  fence integer not null default 0,
  heartbeat_at timestamptz not null default now(),
  problem text,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id)
);
create unique index runs_open on runs (company_id) where status in ('queued', 'running');
select protect('runs');
grant select, update on runs to enlace_platform;

-- Each contract that a run left without invoice, and why. Those that got one are the invoices of the run.
create table run_exclusions (
  company_id uuid not null default current_company() references companies (id),
  run_id uuid not null,
  contract_id uuid not null,
  outcome text not null check (outcome in ('skipped', 'failed')),
  reason text not null check (reason <> ''),
  primary key (company_id, run_id, contract_id),
  foreign key (company_id, run_id) references runs (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
select protect('run_exclusions');

-- A charge, posted. Never edited nor removed: credit notes correct it. The last three columns follow the journal, in the same
-- transaction; whether it is overdue is a comparison of days and is not stored.
create table invoices (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  prefix text not null,
  number bigint not null check (number > 0),
  kind text not null check (kind in ('period', 'one_off', 'opening')),
  client_id uuid not null,
  contract_id uuid,
  -- The month in which the billing period ends.
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  from_on date,
  to_on date check (to_on >= from_on),
  issued_on date not null,
  due_on date not null check (due_on >= issued_on),
  subtotal centavos not null check (subtotal >= 0),
  vat centavos not null check (vat >= 0),
  total centavos not null check (total > 0 and total = subtotal + vat),
  run_id uuid,
  -- What it was computed from, as it stood that day.
  snapshot jsonb not null,
  created_at timestamptz not null default now(),
  balance centavos not null check (balance >= 0 and balance <= total),
  credited centavos not null default 0 check (credited >= 0 and credited <= total),
  disputed_amount centavos not null default 0 check (disputed_amount >= 0 and disputed_amount <= total),
  primary key (company_id, id),
  unique (company_id, prefix, number),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
-- Exactly one for each contract, period and kind, whatever is run twice, together or killed.
create unique index invoices_once on invoices (company_id, contract_id, period, kind) where kind <> 'one_off';
create index invoices_client on invoices (company_id, client_id, id);
create index invoices_open on invoices (company_id, client_id, due_on) where balance > 0;
select protect('invoices', 'company_id', 'select, insert');
grant update (balance, credited, disputed_amount) on invoices to enlace_app;

create function refuse_posted_change() returns trigger
  language plpgsql
  as $$
  begin
    raise exception 'a posted invoice does not change' using errcode = 'restrict_violation';
  end $$;
create trigger posted_delete before delete on invoices for each row execute function refuse_posted_change();
create trigger posted_truncate before truncate on invoices for each statement execute function refuse_posted_change();
-- Named columns, so that following the journal (balance, credited, disputed_amount) costs nothing.
create trigger posted_update before update of
  company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, subtotal, vat, total,
  run_id, snapshot, created_at on invoices for each row execute function refuse_posted_change();

create table invoice_lines (
  company_id uuid not null default current_company() references companies (id),
  invoice_id uuid not null,
  position smallint not null check (position > 0),
  kind text not null,
  description text not null check (description <> ''),
  quantity integer not null check (quantity > 0),
  base centavos not null,
  vat_treatment text not null check (vat_treatment in ('exento', 'excluido', 'gravado')),
  vat_bps integer not null check (vat_bps >= 0 and (vat_bps = 0) = (vat_treatment <> 'gravado')),
  vat centavos not null,
  total centavos not null check (total = base + vat),
  primary key (company_id, invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
select protect('invoice_lines', 'company_id', 'select, insert');
select append_only('invoice_lines');

-- Money that came in. What a reversal takes back is another row that names it.
create table payments (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  number bigint not null check (number > 0),
  client_id uuid not null,
  -- What came in; the withholdings are what a business kept back for the tax office.
  amount centavos not null check (amount >= 0),
  retefuente centavos not null default 0 check (retefuente >= 0),
  reteiva centavos not null default 0 check (reteiva >= 0),
  reteica centavos not null default 0 check (reteica >= 0),
  method text not null check (method in ('efectivo', 'consignacion', 'transferencia')),
  paid_on date not null,
  reference text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, client_id) references clients (company_id, id),
  check (amount + retefuente + reteiva + reteica > 0)
);
create index payments_client on payments (company_id, client_id, id);
select protect('payments', 'company_id', 'select, insert');
select append_only('payments');

create table payment_reversals (
  company_id uuid not null default current_company() references companies (id),
  payment_id uuid not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(),
  primary key (company_id, payment_id),
  foreign key (company_id, payment_id) references payments (company_id, id)
);
select protect('payment_reversals', 'company_id', 'select, insert');
select append_only('payment_reversals');

create table credit_notes (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  number bigint not null check (number > 0),
  invoice_id uuid not null,
  concept text not null check (concept <> ''),
  issued_on date not null,
  subtotal centavos not null check (subtotal >= 0),
  vat centavos not null check (vat >= 0),
  total centavos not null check (total > 0 and total = subtotal + vat),
  -- What of each line it takes back: [{position, base, vat}].
  lines jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index credit_notes_invoice on credit_notes (company_id, invoice_id);
select protect('credit_notes', 'company_id', 'select, insert');
select append_only('credit_notes');

-- The truth of every balance: double entry for each client. A row moves one amount from one account to another, so it balances
-- by construction. `receivable` is what the client owes, `credit` what stands in the client's favour.
create table journal (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  debit_account text not null check (debit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding')),
  credit_account text not null check (credit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding')),
  amount centavos not null check (amount > 0),
  -- Whose debt a movement of `receivable` is.
  invoice_id uuid,
  payment_id uuid,
  credit_note_id uuid,
  posted_on date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, client_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id),
  foreign key (company_id, credit_note_id) references credit_notes (company_id, id),
  check (debit_account <> credit_account),
  check (invoice_id is not null or 'receivable' not in (debit_account, credit_account))
);
create index journal_payment on journal (company_id, payment_id) where payment_id is not null;
create index journal_credit on journal (company_id, client_id) where debit_account = 'credit' or credit_account = 'credit';
select protect('journal', 'company_id', 'select, insert');
select append_only('journal');

-- A claim over an invoice: while it is open, that part is neither payable nor overdue.
create table disputes (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  invoice_id uuid not null,
  amount centavos not null check (amount > 0),
  reason text not null check (reason <> ''),
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create unique index disputes_open on disputes (company_id, invoice_id) where resolved_at is null;
select protect('disputes');

alter table pending_charges add foreign key (company_id, invoice_id) references invoices (company_id, id);
