-- All that FreeRADIUS needs for an authorisation in one look-up: it asked twice, and each time Enlace found the connection anew.
-- The generic plan from the first call on: to plan the query takes a connection fifty times longer than to run it.
create function radius.items(p_router text, p_username text, p_key text)
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
      -- What the connection must be now. A device in monitor mode cuts no service; one that waits for a person, and a suspended company,
      -- cut none that was not cut before.
      select w.on_suspend, w.ipv4, w.down_kbps, w.up_kbps, d.list_name, s.password,
        w.state = 'suspended' and d.mode = 'enforce' and (s.applied_state = 'suspended' or (d.halted is null and k.status = 'active')) is true
          as is_cut
      from network_desired((now() at time zone 'America/Bogota')::date) w
      join network_devices d on d.company_id = w.company_id and d.id = w.device_id
      -- By its key alone: on a table without statistics a join read every service of the company before this one.
      cross join lateral (
        select s.password, s.applied_state from network_services s where s.company_id = w.company_id and s.id = w.service_id limit 1
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
grant create on schema radius to enlace_radius_reader; -- only until the function is its own
revoke all on function radius.items(text, text, text) from public;
alter function radius.items(text, text, text) owner to enlace_radius_reader;
revoke create on schema radius from enlace_radius_reader;
set role enlace_radius_reader;
grant execute on function radius.items(text, text, text) to enlace_radius;
reset role;

-- For a FreeRADIUS whose configuration was written before: it asks these two, and goes on until bin/enlace radius writes it again.
create or replace function radius.check_items(p_router text, p_username text, p_key text)
  returns table (id integer, username text, attribute text, value text, op text)
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select * from radius.items(p_router, p_username, p_key) i where i.id <= 2 order by i.id
  $$;
-- Without the key there is no password.
create or replace function radius.reply_items(p_router text, p_username text)
  returns table (id integer, username text, attribute text, value text, op text)
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select * from radius.items(p_router, p_username, null) i where i.id > 2 order by i.id
  $$;
drop function radius.connection(text, text);
