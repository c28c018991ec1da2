create table plans (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  reference_code text not null check (reference_code ~ '^[A-Z0-9]{3,20}$'),
  price centavos not null check (price > 0),
  download_speed text not null check (download_speed ~ '^[1-9][0-9]* Mbps$'),
  upload_speed text not null check (upload_speed ~ '^[1-9][0-9]* Mbps$'),
  is_active boolean not null default true,
  -- Not now(): plans made in one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, reference_code)
);
select protect('plans');

-- What a new contract starts from (the seven fields of the billing configuration). One row for each company, once it was saved.
create table contract_defaults (
  company_id uuid primary key default current_company() references companies (id),
  connection_cost centavos not null check (connection_cost >= 0),
  discounted_value centavos not null check (discounted_value >= 0 and discounted_value <= connection_cost),
  billing_cut_day integer not null check (billing_cut_day between 1 and 31),
  reconnection_cost centavos not null check (reconnection_cost >= 0),
  transfer_cost centavos not null check (transfer_cost >= 0),
  technical_visit_cost centavos not null check (technical_visit_cost >= 0),
  additional_cable_cost centavos not null check (additional_cable_cost >= 0),
  updated_at timestamptz not null default now()
);
select protect('contract_defaults');
