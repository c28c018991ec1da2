-- A reference that was given to two clients names neither.
alter table bank_references alter column client_id drop not null;

-- replace-secret revokes the keys of the API of every company.
grant update (revoked_at) on api_tokens to enlace_platform;

-- A device that waits for a person, and a suspended company, cut no service that was not cut before: also where RADIUS answers.
create or replace function radius.connection(p_router text, p_username text)
  returns table (company_id uuid, service_id uuid, is_cut boolean, on_suspend text, list_name text, ipv4 inet, down_kbps integer, up_kbps integer)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  as $$
    #variable_conflict use_column
  begin
    return query
    select w.company_id, w.service_id,
      w.state = 'suspended' and d.mode = 'enforce' and (s.applied_state = 'suspended' or (d.halted is null and k.status = 'active')) is true,
      w.on_suspend, d.list_name, w.ipv4, w.down_kbps, w.up_kbps
    from network_desired((now() at time zone 'America/Bogota')::date) w
    join network_devices d on d.company_id = w.company_id and d.id = w.device_id
    join network_services s on s.company_id = w.company_id and s.id = w.service_id
    join companies k on k.id = d.company_id
    where w.device_id = p_router::uuid and w.username = p_username and w.state <> 'absent' and d.mode <> 'off' and k.status <> 'closed';
  end $$;
