-- Where a company is found: on its documents, and by whoever pays at the desk.
alter table companies
  add column address text,
  add column department text,
  add column city text,
  add column phone text,
  add column email text,
  add column website_url text,
  add column whatsapp_url text;

-- An attempt to pay online. Written before the provider hears of it, and sent by whoever moves it from created to submitted:
-- once. What the payer gave is kept as it was sent.
create table payment_attempts (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  -- Who asked, and the key that makes asking again the same attempt.
  user_id uuid not null,
  key text not null check (key <> ''),
  request_hash bytea not null,
  method text not null check (method in ('nequi', 'pse')),
  environment text not null check (environment in ('test', 'production')),
  reference text not null check (reference ~ '^[A-Za-z0-9_-]{1,255}$'),
  amount centavos not null check (amount > 0),
  status text not null default 'created' check (status in (
    'created', 'submitted', 'pending', 'unknown', 'approved', 'declined', 'error', 'expired', 'voided')),
  -- What the provider calls it, once it said so.
  transaction_id text,
  bank_url text,
  provider_message text,
  payer jsonb not null,
  -- The provider's two documents as they were accepted: their addresses, and when.
  accepted jsonb not null,
  -- When the provider is asked next. Null when nothing is waited for.
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  primary key (company_id, id),
  unique (company_id, reference),
  unique (company_id, user_id, key),
  foreign key (company_id, client_id) references clients (company_id, id)
);
create unique index payment_attempts_transaction on payment_attempts (company_id, environment, transaction_id) where transaction_id is not null;
create index payment_attempts_client on payment_attempts (company_id, client_id, id);
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
select protect('payment_attempts', 'company_id', 'select, insert');
grant update (status, transaction_id, bank_url, provider_message, next_check_at, settled_at) on payment_attempts to enlace_app;
grant select on payment_attempts to enlace_platform;
grant update (next_check_at) on payment_attempts to enlace_platform;

-- What an attempt would pay of each invoice. While it is open no other attempt can name that invoice.
create table payment_attempt_invoices (
  company_id uuid not null default current_company() references companies (id),
  attempt_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null check (amount > 0),
  is_open boolean not null default true,
  primary key (company_id, attempt_id, invoice_id),
  foreign key (company_id, attempt_id) references payment_attempts (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create unique index payment_attempt_invoices_open on payment_attempt_invoices (company_id, invoice_id) where is_open;
select protect('payment_attempt_invoices', 'company_id', 'select, insert');
grant update (is_open) on payment_attempt_invoices to enlace_app;

-- The receipt of an attempt: one at most.
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check check (method in ('efectivo', 'consignacion', 'transferencia', 'nequi', 'pse'));
alter table payments add column attempt_id uuid;
alter table payments add foreign key (company_id, attempt_id) references payment_attempts (company_id, id);
alter table payments add constraint payments_online check ((attempt_id is not null) = (method in ('nequi', 'pse')));
create unique index payments_attempt on payments (company_id, attempt_id) where attempt_id is not null;

-- What came of an event: it moved something, it changed nothing, or a person must look at it. Null while nobody has decided.
alter table provider_events
  add column outcome text check (outcome in ('applied', 'ignored', 'quarantined')),
  add column outcome_reason text,
  add column settled_at timestamptz;
alter table provider_events add constraint provider_events_settled check ((outcome is null) = (settled_at is null));
create index provider_events_open on provider_events (received_at) where outcome is null;
grant update (outcome, outcome_reason, settled_at) on provider_events to enlace_app;

-- Money that does not fit what we asked for, or an event that nobody can believe: a person decides. The same thing again is the
-- same case, counted.
create table payment_cases (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('mismatch', 'stranger', 'forged', 'given_up', 'void', 'difference')),
  -- What makes it the same case: a transaction, an attempt, an address of events.
  subject text not null check (subject <> ''),
  attempt_id uuid,
  transaction_id text,
  reference text,
  amount centavos,
  says text not null check (says <> ''),
  count integer not null default 1 check (count > 0),
  opened_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  resolution text,
  resolved_by text,
  primary key (company_id, id),
  foreign key (company_id, attempt_id) references payment_attempts (company_id, id),
  check ((resolved_at is null) = (resolution is null))
);
create unique index payment_cases_open on payment_cases (company_id, kind, subject) where resolved_at is null;
select protect('payment_cases', 'company_id', 'select, insert');
grant update (count, resolved_at, resolution, resolved_by) on payment_cases to enlace_app;
grant select, insert on payment_cases to enlace_platform;
grant update (count) on payment_cases to enlace_platform;
