-- A cut of the system before: it came with an import, and its cause is the opening documents of the client, whatever their day of payment.
alter table suspension_intervals add column is_imported boolean not null default false;
update suspension_intervals s set is_imported = true
from import_records r join client_imports i on i.company_id = r.company_id and i.id = r.import_id
where r.company_id = s.company_id and r.contract_id = s.contract_id and r.is_contract_new and s.kind = 'arrears' and s.to_on is null
  and s.from_on <= (i.created_at at time zone 'America/Bogota')::date;
