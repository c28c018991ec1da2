-- What FreeRADIUS reads: functions over the tables of the network, so that nothing is copied. None of the two roles bypasses row-level
-- security. The key of the passwords travels as a parameter: the database does not have it.
-- enlace_radius_reader owns the functions; enlace_radius may only call them, and gets its login and password from the operator.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['enlace_radius_reader', 'enlace_radius'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
    begin
      execute format('grant %I to current_user', wanted);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, wanted, 'member') then
        raise;
      end if;
    end;
  end loop;
end $$;

grant usage on schema public to enlace_radius_reader;
grant select (id, status) on companies to enlace_radius_reader;
grant select (company_id, id, no_contract, status, plan_id, active_from, active_to) on contracts to enlace_radius_reader;
grant select (company_id, contract_id, from_on, plan_id) on contract_terms to enlace_radius_reader;
grant select (company_id, id, download_speed, upload_speed) on plans to enlace_radius_reader;
grant select on network_devices, network_services to enlace_radius_reader;
create policy radius on companies for select to enlace_radius_reader using (true);
create policy radius on contracts for select to enlace_radius_reader using (true);
create policy radius on contract_terms for select to enlace_radius_reader using (true);
create policy radius on plans for select to enlace_radius_reader using (true);
create policy radius on network_devices for select to enlace_radius_reader using (true);
create policy radius on network_services for select to enlace_radius_reader using (true);
grant execute on function network_desired(date) to enlace_radius_reader;
create index network_services_username on network_services (device_id, username);

create schema radius;

-- The router that sends from an address: the first company that registered it, and no other.
create function radius.router(p_address text, p_key text) returns table (id text, secret text)
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select d.id::text, pgp_sym_decrypt(d.radius_secret, p_key)
    from (
      select d.* from network_devices d where d.nas_address = p_address::inet and d.radius_secret is not null order by d.created_at, d.id limit 1
    ) d
    join companies k on k.id = d.company_id
    where d.mode <> 'off' and k.status <> 'closed'
  $$;

-- What a connection must be now. In monitor mode no service is cut. In plpgsql, which keeps the plan of the query between two calls.
create function radius.connection(p_router text, p_username text)
  returns table (company_id uuid, service_id uuid, is_cut boolean, on_suspend text, list_name text, ipv4 inet, down_kbps integer, up_kbps integer)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
    #variable_conflict use_column
  begin
    return query
    select w.company_id, w.service_id, w.state = 'suspended' and d.mode = 'enforce', w.on_suspend, d.list_name, w.ipv4, w.down_kbps, w.up_kbps
    from network_desired((now() at time zone 'America/Bogota')::date) w
    join network_devices d on d.company_id = w.company_id and d.id = w.device_id
    join companies k on k.id = d.company_id
    where w.device_id = p_router::uuid and w.username = p_username and w.state <> 'absent' and d.mode <> 'off' and k.status <> 'closed';
  end $$;

-- The columns in the order of FreeRADIUS: id, user name, attribute, value, operator.
create function radius.check_items(p_router text, p_username text, p_key text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
    #variable_conflict use_column
  begin
    return query
    select i.id, p_username, i.attribute, i.value, ':='
    from radius.connection(p_router, p_username) c
    join network_services s on s.company_id = c.company_id and s.id = c.service_id and s.password is not null
    cross join lateral (values
      (1, 'Cleartext-Password', pgp_sym_decrypt(s.password, p_key)),
      (2, 'Auth-Type', case when c.is_cut and c.on_suspend = 'reject' then 'Reject' end)
    ) i (id, attribute, value)
    where i.value is not null order by i.id;
  end $$;

create function radius.reply_items(p_router text, p_username text)
  returns table (id integer, username text, attribute text, value text, op text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
    #variable_conflict use_column
  begin
    return query
    select i.id, p_username, i.attribute, i.value, ':='
    from radius.connection(p_router, p_username) c
    cross join lateral (values
      -- Seen from the router: what it receives from the client first, the upload.
      (1, 'Mikrotik-Rate-Limit', case when c.is_cut then '256k/256k' else c.up_kbps || 'k/' || c.down_kbps || 'k' end),
      (2, 'Mikrotik-Address-List', case when c.is_cut then c.list_name end),
      (3, 'Framed-IP-Address', host(c.ipv4)),
      (4, 'Acct-Interim-Interval', '600')
    ) i (id, attribute, value)
    where i.value is not null order by i.id;
  end $$;

-- For the messages that Enlace sends to a router (RFC 5176): it gets the digest, and never the secret. Of the own company alone.
create function network_digest(p_device uuid, p_packet bytea, p_key text) returns bytea
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select decode(md5(p_packet || convert_to(pgp_sym_decrypt(d.radius_secret, p_key), 'UTF8')), 'hex')
    from network_devices d where d.company_id = current_company() and d.id = p_device and d.radius_secret is not null
  $$;

-- A RouterOS keeps its own copy of each password, so Enlace must be able to write it again. Null for every other kind of device.
create function network_password(p_company uuid, p_service uuid, p_key text) returns text
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select pgp_sym_decrypt(s.password, p_key) from network_services s
    join network_devices d on d.company_id = s.company_id and d.id = s.device_id
    where s.company_id = p_company and s.id = p_service and s.password is not null and d.kind = 'routeros' and d.mode = 'enforce'
  $$;

-- Whether another router of the installation has an address, which names its company.
create function network_address_taken(p_address inet, p_device uuid) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
  as $$
    select exists (select from network_devices d where d.nas_address = p_address and d.id is distinct from p_device)
  $$;

grant create on schema public, radius to enlace_radius_reader; -- only until the functions are its own
do $$
declare
  one regprocedure;
begin
  foreach one in array array['radius.router(text, text)', 'radius.connection(text, text)', 'radius.check_items(text, text, text)',
    'radius.reply_items(text, text)', 'network_digest(uuid, bytea, text)', 'network_password(uuid, uuid, text)',
    'network_address_taken(inet, uuid)']::regprocedure[] loop
    execute format('revoke all on function %s from public', one);
    execute format('alter function %s owner to enlace_radius_reader', one);
  end loop;
end $$;
revoke create on schema public, radius from enlace_radius_reader;

grant usage on schema radius to enlace_radius, enlace_radius_reader;
set role enlace_radius_reader;
grant execute on function radius.router(text, text), radius.check_items(text, text, text), radius.reply_items(text, text) to enlace_radius;
grant execute on function network_digest(uuid, bytea, text), network_address_taken(inet, uuid) to enlace_app;
grant execute on function network_password(uuid, uuid, text) to enlace_platform;
reset role;
