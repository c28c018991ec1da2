-- The network of a company: its devices, the service of each contract on a device, and the orders that make a device agree with it.
create extension if not exists pgcrypto;

create table network_devices (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  kind text not null check (kind in ('webhook', 'routeros', 'radius')),
  -- off: nothing is read or sent. monitor: it is read and compared, and nothing is written. enforce: its orders are sent.
  mode text not null default 'monitor' check (mode in ('off', 'monitor', 'enforce')),
  -- The URL of a webhook or of a RouterOS.
  url text check (url ~ '^https?://'),
  -- The source address of the RADIUS requests of a router: it names its company.
  nas_address inet check (nas_address = host(nas_address)::inet),
  coa_port integer not null default 3799 check (coa_port between 1 and 65535),
  login text check (login <> ''),
  -- The password of the login, or the secret that signs a webhook, encrypted by the server.
  sealed bytea,
  -- The shared secret of RADIUS, encrypted with pgcrypto: no role of the server reads it.
  radius_secret bytea,
  -- The SHA-256 of the certificate of a RouterOS, when no authority signed it.
  certificate text check (certificate ~ '^[0-9a-f]{64}$'),
  list_name text not null default 'morosos' check (list_name ~ '^[a-z0-9_-]{1,40}$'),
  -- Unanswered calls in a row, and the instant before which none is made.
  failures integer not null default 0,
  rests_until timestamptz,
  problem text,
  -- Why a person must act before the orders go on: the credentials, too many cuts, too many differences.
  halted text check (halted in ('credentials', 'cuts', 'differences')),
  -- The orders written until this instant may pass the limit of cuts: a person confirmed them.
  confirmed_at timestamptz,
  answered_at timestamptz,
  compared_at timestamptz,
  -- The run that has the device, and its end when its process stops.
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  constraint network_devices_has_address check (case kind when 'radius' then nas_address is not null and url is null else url is not null and nas_address is null end)
);
-- The router of a source address. An address names one company in the whole installation: network_address_taken checks it.
create index network_devices_nas on network_devices (nas_address) where nas_address is not null;
select protect('network_devices', 'company_id', 'insert');
grant select (company_id, id, name, kind, mode, url, nas_address, coa_port, login, sealed, certificate, list_name, failures, rests_until,
  problem, halted, confirmed_at, answered_at, compared_at, claim, claimed_until, created_at) on network_devices to enlace_app;
grant update (name, mode, url, nas_address, coa_port, login, sealed, radius_secret, certificate, list_name, failures, rests_until, problem,
  halted, confirmed_at, answered_at, compared_at, claim, claimed_until) on network_devices to enlace_app;
grant select (company_id, id, mode, rests_until, halted, confirmed_at, claimed_until) on network_devices to enlace_platform;

create table network_services (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  device_id uuid not null,
  username text not null check (username ~ '^[a-z0-9._@-]{1,64}$'),
  -- Encrypted with pgcrypto: no role of the server reads it.
  password bytea,
  ipv4 inet check (family(ipv4) = 4 and ipv4 = host(ipv4)::inet),
  -- A cut service reaches the payment pages alone, or is refused.
  on_suspend text not null default 'walled' check (on_suspend in ('walled', 'reject')),
  -- Grows with each order: a receiver ignores an older one.
  version integer not null default 1,
  -- What the device has, as far as is known. Null: nothing was sent yet.
  applied_state text check (applied_state in ('active', 'suspended', 'absent')),
  applied_down_kbps integer,
  applied_up_kbps integer,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, contract_id),
  unique (company_id, device_id, username),
  constraint network_services_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint network_services_device_id_fkey foreign key (company_id, device_id) references network_devices (company_id, id)
);
create unique index network_services_ipv4 on network_services (company_id, device_id, ipv4) where ipv4 is not null;
select protect('network_services', 'company_id', 'insert');
grant select (company_id, id, contract_id, device_id, username, ipv4, on_suspend, version, applied_state, applied_down_kbps, applied_up_kbps,
  applied_at, created_at) on network_services to enlace_app;
grant update (device_id, username, password, ipv4, on_suspend, version, applied_state, applied_down_kbps, applied_up_kbps, applied_at)
  on network_services to enlace_app;

create table network_orders (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  service_id uuid not null,
  device_id uuid not null,
  action text not null check (action in ('create', 'suspend', 'reconnect', 'change_speed', 'remove')),
  version integer not null,
  -- Where it comes from: the name of an event, 'compare' or 'retry'.
  source text not null check (source <> ''),
  actor_name text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'superseded', 'failed')),
  -- A cut has a limit, and waits for the others.
  is_cut boolean not null generated always as (action in ('suspend', 'remove')) stored,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  problem text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  constraint network_orders_service_id_fkey foreign key (company_id, service_id) references network_services (company_id, id),
  constraint network_orders_device_id_fkey foreign key (company_id, device_id) references network_devices (company_id, id),
  constraint network_orders_finished check ((state = 'queued') = (finished_at is null))
);
create index network_orders_newest on network_orders (company_id, id desc);
create index network_orders_state on network_orders (company_id, state, id desc);
create index network_orders_service on network_orders (company_id, service_id, id desc);
create index network_orders_device on network_orders (company_id, device_id, id desc);
create index network_orders_waiting on network_orders (company_id, device_id, is_cut, id) where state = 'queued';
create index network_orders_cuts on network_orders (company_id, device_id, finished_at) where is_cut and state = 'done';
select protect('network_orders', 'company_id', 'select, insert');
grant update (state, tries, next_try_at, problem, finished_at) on network_orders to enlace_app;
grant select (company_id, device_id, state, is_cut, next_try_at, created_at) on network_orders to enlace_platform;

-- Each call to a device about an order.
create table network_tries (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  order_id uuid not null,
  outcome text not null check (outcome in ('applied', 'unchanged', 'error', 'refused', 'unanswered', 'credentials')),
  detail text,
  took_ms integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint network_tries_order_id_fkey foreign key (company_id, order_id) references network_orders (company_id, id)
);
create index network_tries_order on network_tries (company_id, order_id, id);
select protect('network_tries', 'company_id', 'select, insert');
select append_only('network_tries');

-- What the last comparison of a device found.
create table network_differences (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  device_id uuid not null,
  -- Null: a row of another program, where one of ours should be.
  service_id uuid,
  kind text not null check (kind in ('missing', 'state', 'speed', 'identity', 'extra', 'foreign')),
  wanted text not null,
  found text not null,
  found_at timestamptz not null,
  primary key (company_id, id),
  constraint network_differences_service_id_fkey foreign key (company_id, service_id) references network_services (company_id, id),
  constraint network_differences_device_id_fkey foreign key (company_id, device_id) references network_devices (company_id, id)
);
create index network_differences_device on network_differences (company_id, device_id, id);
create index network_differences_service on network_differences (company_id, service_id) where service_id is not null;
select protect('network_differences', 'company_id', 'select, insert, delete');

-- What each service must be on a day: read again whenever an order is executed, so it has no copy that could differ from the contract.
create function network_desired(today date)
  returns table (company_id uuid, service_id uuid, contract_id uuid, device_id uuid, username text, ipv4 inet, on_suspend text, version integer,
    state text, down_kbps integer, up_kbps integer, no_contract text)
  language sql stable
  as $$
    select s.company_id, s.id, s.contract_id, s.device_id, s.username, s.ipv4, s.on_suspend, s.version,
      case when c.status in ('active', 'suspended') and c.active_to < today then 'absent'
           when c.status in ('active', 'awaiting_installation') then 'active'
           when c.status = 'suspended' then 'suspended'
           else 'absent' end,
      split_part(p.download_speed, ' ', 1)::integer * 1000, split_part(p.upload_speed, ' ', 1)::integer * 1000, c.no_contract
    from network_services s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    left join lateral (
      select t.plan_id from contract_terms t
      where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= greatest(c.active_from, today)
      order by t.from_on desc limit 1
    ) t on true
    join plans p on p.company_id = c.company_id and p.id = coalesce(t.plan_id, c.plan_id)
  $$;
grant execute on function network_desired(date) to enlace_app;
