-- What a company signs in to a provider with, in each environment. The keys are sealed by the process: the database alone opens none.
create table credentials (
  company_id uuid not null default current_company() references companies (id),
  provider text not null check (provider in ('wompi', 'factus')),
  environment text not null check (environment in ('test', 'production')),
  sealed bytea not null,
  -- The last four characters of each key, to tell which ones are in.
  last_four jsonb not null,
  -- Names the company and the environment in the address to which the provider sends its events.
  endpoint_key text not null check (length(endpoint_key) >= 32),
  set_by text not null,
  set_at timestamptz not null default clock_timestamp(),
  tested_at timestamptz,
  -- Why the last test failed, in a sentence; null after one that went well.
  problem text,
  is_on boolean not null default false,
  primary key (company_id, provider, environment)
);
create unique index credentials_on on credentials (company_id, provider) where is_on;
-- 256 random bits are unique without an index that says so.
create index credentials_endpoint on credentials (endpoint_key);
select protect('credentials', 'company_id', 'select');
grant select, insert, update on credentials to enlace_platform;
