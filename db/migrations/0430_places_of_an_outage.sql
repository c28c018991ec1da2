-- An outage has several places, municipalities and devices, each with its own hours. The hours of the outage are those of its places: the
-- first beginning, and the last end when every place has one. A place that was announced by mistake is removed and stays with its reason.
create table outage_places (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  outage_id uuid not null,
  -- In the order in which they were announced.
  position integer not null check (position > 0),
  municipality_code text check (municipality_code ~ '^\d{5}$'),
  department text check (department <> ''),
  city text check (city <> ''),
  device_id uuid,
  -- The name of the device when the place was announced, which stays.
  device_name text check (device_name <> ''),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at > started_at),
  removed_at timestamptz,
  remove_reason text check (remove_reason <> ''),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint outage_places_outage_id_key unique (company_id, outage_id, id),
  constraint outage_places_position_key unique (company_id, outage_id, position),
  constraint outage_places_outage_id_fkey foreign key (company_id, outage_id) references outages (company_id, id),
  constraint outage_places_device_id_fkey foreign key (company_id, device_id) references network_devices (company_id, id),
  constraint outage_places_reason_when_removed check ((removed_at is null) = (remove_reason is null)),
  constraint outage_places_one check (
    num_nonnulls(municipality_code, department, city) = case when device_id is null then 3 else 0 end
    and (device_id is null) = (device_name is null)
  )
);
-- The only place of each earlier outage has its id.
insert into outage_places (company_id, id, outage_id, position, municipality_code, department, city, device_id, device_name, started_at, ended_at,
  created_by, created_at)
select company_id, id, id, 1, municipality_code, department, city, device_id, device_name, started_at, ended_at, created_by, created_at
from outages;
create index outage_places_municipality on outage_places (company_id, municipality_code, started_at) where device_id is null;
create index outage_places_device on outage_places (company_id, device_id, started_at) where device_id is not null;
select protect('outage_places', 'company_id', 'select, insert, update');

-- The minutes of a contract are of one place of the outage: those that two places have count in one of them.
alter table outage_contracts add column place_id uuid;
update outage_contracts set place_id = outage_id;
alter table outage_contracts alter column place_id set not null,
  drop constraint outage_contracts_pkey,
  add constraint outage_contracts_pkey primary key (company_id, outage_id, place_id, contract_id, month, from_on),
  drop constraint outage_contracts_outage_id_fkey,
  add constraint outage_contracts_place_id_fkey foreign key (company_id, outage_id, place_id)
    references outage_places (company_id, outage_id, id);

drop index outages_open, outages_device;
alter table outages drop constraint outages_place, drop column municipality_code, drop column department, drop column city,
  drop column device_id, drop column device_name;
