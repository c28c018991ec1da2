-- Every event that came to a company's address, once: what it said, and whether it could be believed. Copies are counted.
create table provider_events (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  provider text not null check (provider in ('wompi', 'factus')),
  environment text not null check (environment in ('test', 'production')),
  -- SHA-256 of the body as it was read: the same event sent again is the same row.
  digest bytea not null check (length(digest) = 32),
  -- JSON as text: it may hold what jsonb does not.
  body text not null,
  verdict text not null check (verdict in ('authentic', 'unverified')),
  -- Why it cannot be believed: shape, unsigned_field, checksum, header, environment.
  problem text,
  name text,
  transaction_id text,
  status text,
  reference text,
  copies integer not null default 1 check (copies > 0),
  received_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (company_id, provider, environment, digest)
);
create index provider_events_newest on provider_events (company_id, provider, id desc);
select protect('provider_events', 'company_id', 'select');
grant select, insert on provider_events to enlace_platform;
grant update (copies) on provider_events to enlace_platform;
