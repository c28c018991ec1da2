-- A contract of another system was signed on its own day, and not when it was imported.
update contracts c set signed_at = c.date_contract::timestamp at time zone 'America/Bogota'
where c.date_contract < (c.signed_at at time zone 'America/Bogota')::date
  and not exists (select from contract_signatures s where s.company_id = c.company_id and s.contract_id = c.id)
  and not exists (select from contract_versions v where v.company_id = c.company_id and v.contract_id = c.id and v.reason = 'signature');
