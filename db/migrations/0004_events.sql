-- The binnacle: one row for each fact, written in the transaction of the fact itself. Source of notifications and of jobs.
create table events (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name ~ '^[a-z_]+\.[a-z_]+$'),
  entity_id text,
  before jsonb,
  after jsonb,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  ip text,
  request_id text,
  at timestamptz not null default clock_timestamp(),
  -- Which transaction wrote it: the sealer takes only what no running transaction can still slip behind.
  xid xid8 not null default pg_current_xact_id(),
  primary key (company_id, id)
);
create index events_at on events (company_id, at desc, id desc);
create index events_entity on events (company_id, entity_id, at desc);
create index events_xid on events (company_id, xid);

select protect('events', 'company_id', 'select, insert');
select append_only('events');
grant select, insert on events to enlace_platform;

-- Each minute the sealer closes what has happened in a company into one link of a hash chain: which events, in which order,
-- and the digest of their content on top of the previous link's digest. A chain kept for each write would serialise a company.
create table event_seals (
  company_id uuid not null default current_company() references companies (id),
  number bigint not null check (number > 0),
  event_ids uuid[] not null check (cardinality(event_ids) > 0),
  digest bytea not null check (length(digest) = 32),
  -- The first transaction whose events wait for the next seal. All below it had ended when this seal was made.
  sealed_below xid8 not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, number)
);

select protect('event_seals', 'company_id', 'select');
select append_only('event_seals');
grant select, insert on event_seals to enlace_platform;
