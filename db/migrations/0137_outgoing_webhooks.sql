-- The addresses of other programs that receive the events of a company, what is sent to each one, and each try.
create table outgoing_webhooks (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  url text not null check (url ~ '^https?://'),
  -- The names of the events that it receives.
  events text[] not null check (cardinality(events) > 0),
  -- paused: Enlace stopped it, after three days without an answer.
  state text not null default 'on' check (state in ('on', 'off', 'paused')),
  -- The secret of the signature, encrypted by the server, and the one before it while both are in use.
  sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  -- The last failure; null after a success.
  problem text,
  answered_at timestamptz,
  -- The run that sends to it, and its end when its process stops.
  claim uuid,
  claimed_until timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  constraint outgoing_webhooks_previous_secret check ((previous_sealed is null) = (previous_until is null))
);
select protect('outgoing_webhooks', 'company_id', 'select, insert');
grant update (name, url, events, state, sealed, previous_sealed, previous_until, problem, answered_at, claim, claimed_until, sent_at, removed_at)
  on outgoing_webhooks to enlace_app;
grant select (company_id, id, events, state, claimed_until, sent_at, removed_at) on outgoing_webhooks to enlace_platform;

create table webhook_deliveries (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- The status of the last answer, and what was wrong with it.
  status integer,
  problem text,
  -- They are sent in this order.
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (company_id, id),
  constraint webhook_deliveries_webhook_id_fkey foreign key (company_id, webhook_id) references outgoing_webhooks (company_id, id),
  constraint webhook_deliveries_event_id_fkey foreign key (company_id, event_id) references events (company_id, id),
  constraint webhook_deliveries_finished check ((state = 'queued') = (finished_at is null))
);
create index webhook_deliveries_waiting on webhook_deliveries (company_id, webhook_id, created_at, id) where state = 'queued';
create index webhook_deliveries_newest on webhook_deliveries (company_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (company_id, event_id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
select protect('webhook_deliveries', 'company_id', 'select, insert');
grant update (state, tries, next_try_at, status, problem, finished_at) on webhook_deliveries to enlace_app;
grant select, insert, delete on webhook_deliveries to enlace_platform;

create table webhook_tries (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  delivery_id uuid not null,
  status integer,
  problem text,
  -- The beginning of the answer.
  answer text not null,
  took_ms integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint webhook_tries_delivery_id_fkey foreign key (company_id, delivery_id) references webhook_deliveries (company_id, id)
    on delete cascade
);
create index webhook_tries_delivery on webhook_tries (company_id, delivery_id, id);
select protect('webhook_tries', 'company_id', 'select, insert');
