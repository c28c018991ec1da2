-- An outage is of a municipality, or of one network device: only the contracts that the device connects have no service. `device_name`: its
-- name when the outage was announced, which stays.
alter table outages
  alter column municipality_code drop not null,
  alter column department drop not null,
  alter column city drop not null,
  add column device_id uuid,
  add column device_name text constraint outages_device_name_check check (device_name <> ''),
  add constraint outages_device_id_fkey foreign key (company_id, device_id) references network_devices (company_id, id),
  add constraint outages_place check (
    num_nonnulls(municipality_code, department, city) = case when device_id is null then 3 else 0 end
    and (device_id is null) = (device_name is null)
  );
create index outages_device on outages (company_id, device_id, started_at) where device_id is not null;

-- The moves of a connection to another device: the order that removes it from the first one says when.
create index network_orders_device_moves on network_orders (company_id, device_id, created_at) where action = 'remove' and source = 'assign';
create index network_orders_service_moves on network_orders (company_id, service_id, created_at) where action = 'remove' and source = 'assign';
