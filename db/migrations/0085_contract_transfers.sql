-- The moves of a service to another address: planned, then applied on their day or cancelled. An applied one keeps the earlier address,
-- because a period is billed with the VAT of the address of its first day.
create table contract_transfers (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  moves_on date not null,
  address text not null check (address <> ''),
  department text not null check (department <> ''),
  city text not null check (city <> ''),
  municipality_code text not null check (municipality_code ~ '^\d{5}$'),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  segment text not null check (segment in ('residential', 'business')),
  stratum integer check (stratum between 1 and 6),
  -- Of one unit, with or without VAT as the prices of the contract.
  charge centavos not null check (charge >= 0),
  created_at timestamptz not null default now(),
  applied_on date,
  earlier_address text,
  earlier_department text,
  earlier_city text,
  earlier_segment text check (earlier_segment in ('residential', 'business')),
  earlier_stratum integer check (earlier_stratum between 1 and 6),
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint contract_transfers_end_check check (applied_on is null or cancelled_at is null),
  constraint contract_transfers_applied_check check ((applied_on is null) = (earlier_address is null) and (applied_on is null) = (earlier_segment is null)),
  constraint contract_transfers_cancelled_check check ((cancelled_at is null) = (cancel_reason is null))
);
create unique index contract_transfers_open on contract_transfers (company_id, contract_id) where applied_on is null and cancelled_at is null;
create index contract_transfers_applied on contract_transfers (company_id, contract_id, applied_on);
select protect('contract_transfers', 'company_id', 'select, insert, update');

-- The day of the last applied move.
alter table contracts add column moved_on date;
