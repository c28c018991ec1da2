-- Who pays without a session names a contract and the document of its client. Only both together find the client: no reply shows whether
-- one of them exists. One look-up by key for each company.
create function find_debtor(p_contract text, p_identification text) returns table (company_id uuid, client_id uuid)
  language sql stable security definer set search_path to public, pg_temp as $$
    select c.id, k.id
    from companies c
    cross join lateral (
      select t.client_id from contracts t where t.company_id = c.id and t.no_contract = p_contract limit 1
    ) t
    cross join lateral (
      select k.id, k.identification from clients k where k.company_id = c.id and k.id = t.client_id limit 1
    ) k
    where c.kind = 'provider' and c.status <> 'closed' and split_part(k.identification, '-', 1) = p_identification
  $$;
revoke execute on function find_debtor(text, text) from public;
grant execute on function find_debtor(text, text) to enlace_platform;
