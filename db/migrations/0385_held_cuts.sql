-- A cut that was decided and may not be carried out now (a promise, an emergency, an hour without cuts) was held by the worker alone: when the
-- session of the client began anew by itself, RADIUS cut it. What the worker decided last is with the service, which RADIUS reads anyway.
-- A retry after an error is not held: its wait is of the order alone.
alter table network_services add column is_cut_held boolean not null default false;
grant select (is_cut_held), update (is_cut_held) on network_services to enlace_app;

create or replace function radius.items(p_router text, p_username text, p_key text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
    #variable_conflict use_column
  begin
    return query
    select i.id, p_username, i.attribute, i.value, ':='
    from (
      -- What the connection must be now. A device in monitor mode cuts no service. Cut before or not at all: on a device that waits for a
      -- person, in a suspended company, and while the worker holds the cut.
      select w.on_suspend, w.ipv4, w.down_kbps, w.up_kbps, d.list_name, s.password,
        w.state = 'suspended' and d.mode = 'enforce'
          and (s.applied_state = 'suspended' or (d.halted is null and k.status = 'active' and not s.is_cut_held)) is true as is_cut
      from network_desired((now() at time zone 'America/Bogota')::date) w
      join network_devices d on d.company_id = w.company_id and d.id = w.device_id
      -- By its key alone: on a table without statistics a join read every service of the company before this one.
      cross join lateral (
        select s.password, s.applied_state, s.is_cut_held from network_services s
        where s.company_id = w.company_id and s.id = w.service_id limit 1
      ) s
      join companies k on k.id = d.company_id
      where w.device_id = p_router::uuid and w.username = p_username and w.state <> 'absent' and d.mode <> 'off' and k.status <> 'closed'
    ) c
    cross join lateral (values
      (1, 'Cleartext-Password', pgp_sym_decrypt(c.password, p_key)),
      (2, 'Auth-Type', case when c.is_cut and c.on_suspend = 'reject' then 'Reject' end),
      -- Seen from the router: what it receives from the client first, the upload.
      (3, 'Mikrotik-Rate-Limit', case when c.is_cut then '256k/256k' else c.up_kbps || 'k/' || c.down_kbps || 'k' end),
      (4, 'Mikrotik-Address-List', case when c.is_cut then c.list_name end),
      (5, 'Framed-IP-Address', host(c.ipv4)),
      (6, 'Acct-Interim-Interval', '600')
    ) i (id, attribute, value)
    where i.value is not null;
  end $$;
