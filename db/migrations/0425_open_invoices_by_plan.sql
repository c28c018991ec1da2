-- The debt by plan, by technician and by municipality is read from indexes alone, in the order in which it is summed.

-- The plan on the invoice, as it was signed; '' is none.
alter table invoices add column plan text not null generated always as (coalesce(snapshot ->> 'plan', '')) stored;

drop index invoices_open;
create index invoices_open on invoices (company_id, client_id, plan, contract_id, last_payable_on)
  include (due_on, balance, disputed_amount, extended_amount, extended_to_on) where balance > 0;

-- The visits made to a contract, the last one first: by day, by the hour at which they begin, by id.
create index visits_done on visits (company_id, contract_id, day desc,
  (case slot when 'dia' then '00:00' when 'manana' then '07:00' when 'tarde' then '12:00' else from_time end) desc, id desc)
  include (technician_id, slot, from_time) where state = 'done' and technician_id is not null;

-- The municipality of each client, in the order of the clients.
create index clients_place on clients (company_id, id) include (municipality_code);
