-- A company is a tenant. The platform itself is one row, so that superadmins and platform facts have a company like all others.
create table companies (
  id uuid primary key default uuid_v7(),
  kind text not null default 'provider' check (kind in ('provider', 'platform')),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  status_reason text,
  nit text not null unique check (nit ~ '^\d{6,15}-\d$'),
  name text not null check (name <> ''),
  legal_representative text not null check (legal_representative <> ''),
  initial_letter text not null unique check (initial_letter ~ '^[A-Z]{1,4}$'),
  color_code text not null default '#0B5FFF' check (color_code ~ '^#[0-9A-F]{6}$'),
  logo_url text,
  is_wompi_integration boolean not null default false,
  is_factus_integration boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select protect('companies', 'id', 'select');
grant select, insert, update on companies to enlace_platform;

insert into companies (id, kind, nit, name, legal_representative, initial_letter)
values ('00000000-0000-7000-8000-000000000000', 'platform', '900000000-5', 'Enlace', 'Equipo Enlace', 'EN');
