-- What was there said only from which plan a contract came: no company had a real one yet.
delete from contracts;

-- Whether the prices a company publishes carry their VAT (Ley 1480 of 2011, art. 26). Frozen on a contract when it is signed.
alter table companies add column prices_include_vat boolean not null default true;

-- Consecutives without holes: contracts, invoices, credit notes, receipts. One row is locked while a number is taken.
create table counters (
  company_id uuid not null default current_company() references companies (id),
  kind text not null check (kind in ('contract', 'invoice', 'credit_note', 'receipt')),
  prefix text not null check (prefix ~ '^[A-Z]{1,6}$'),
  last bigint not null default 0 check (last >= 0),
  -- The last number that may be given, where a range ends.
  max bigint check (max >= last),
  primary key (company_id, kind, prefix)
);
select protect('counters');

alter table contracts
  add column client_id uuid not null,
  add column address text not null check (address <> ''),
  add column department text not null check (department <> ''),
  add column city text not null check (city <> ''),
  add column municipality_code text not null check (municipality_code ~ '^\d{5}$'),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  -- Of the address of the service, not of the person: the VAT follows them.
  add column segment text not null default 'residential' check (segment in ('residential', 'business')),
  add column stratum integer check (stratum between 1 and 6),
  add column date_contract date not null,
  add column billing_cut_day integer not null check (billing_cut_day between 1 and 31),
  add column connection_cost centavos not null default 0 check (connection_cost >= 0),
  add column discounted_value centavos not null default 0 check (discounted_value >= 0 and discounted_value <= connection_cost),
  -- The clause exists only where part of the connection was discounted, and was accepted apart.
  add column permanence_months integer not null default 0 check (permanence_months between 0 and 12),
  add column permanence_from date,
  add column prices_include_vat boolean not null default true,
  add column signed_at timestamptz,
  add column installation_due_on date,
  add column scheduled_on date,
  add column technician_id uuid,
  -- The days of service: from the activation to the last day served.
  add column active_from date,
  add column active_to date check (active_to >= active_from),
  add column termination_reason text,
  add column updated_at timestamptz not null default now(),
  add foreign key (company_id, client_id) references clients (company_id, id),
  add foreign key (company_id, technician_id) references users (company_id, id),
  add check (status not in ('active', 'suspended', 'terminated') or active_from is not null),
  add check (status in ('draft', 'cancelled') or signed_at is not null);
create index contracts_client on contracts (company_id, client_id);

-- What a contract costs from a day on. The first row is frozen when it is signed; a change of plan adds the next one. The price
-- of a period is the row in force on its first day, so a plan that changes its price changes no contract.
create table contract_terms (
  company_id uuid not null default current_company() references companies (id),
  contract_id uuid not null,
  from_on date not null,
  plan_id uuid not null,
  plan_name text not null,
  price centavos not null check (price > 0),
  created_at timestamptz not null default now(),
  primary key (company_id, contract_id, from_on),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, plan_id) references plans (company_id, id)
);
select protect('contract_terms');

-- The proof of a signature: who, when, from where, the strokes, and the digest of the very text that was signed.
create table contract_signatures (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  name text not null check (name <> ''),
  identification text not null check (identification <> ''),
  strokes jsonb not null,
  text text not null check (text <> ''),
  text_hash bytea not null check (length(text_hash) = 32),
  ip text,
  user_agent text,
  signed_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, contract_id),
  foreign key (company_id, contract_id) references contracts (company_id, id)
);
select protect('contract_signatures', 'company_id', 'select, insert');
select append_only('contract_signatures');

-- The next number of a consecutive. The row stays locked until the end of the transaction, so ask for it last.
create function next_number(p_kind text, p_prefix text) returns bigint
  language sql volatile
  as $$
    insert into counters (kind, prefix, last) values (p_kind, p_prefix, 1)
    on conflict (company_id, kind, prefix) do update set last = counters.last + 1
    returning last
  $$;
