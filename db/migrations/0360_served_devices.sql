-- When a run last took a device: the runs begin with those that were served the longest ago, of every company.
alter table network_devices add column served_at timestamptz;
grant select (served_at), update (served_at) on network_devices to enlace_app;
grant select (served_at) on network_devices to enlace_platform;
