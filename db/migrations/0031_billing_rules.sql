-- The charge of a reconnection names its suspension for non-payment: a reconnection is charged only after a real suspension, and once
-- (Ley 2485 de 2025).
alter table suspension_intervals add constraint suspension_intervals_contract_key unique (company_id, contract_id, id);
alter table pending_charges
  add column suspension_id uuid,
  add constraint pending_charges_suspension_fkey foreign key (company_id, contract_id, suspension_id)
    references suspension_intervals (company_id, contract_id, id) on delete set null (suspension_id),
  add constraint pending_charges_suspension_only_of_reconnection check (suspension_id is null or kind = 'reconnection');
create unique index pending_charges_suspension on pending_charges (company_id, contract_id, suspension_id) where suspension_id is not null;

-- A company chooses whether the prices that it types include VAT; a contract keeps the value of its signature (Ley 1480, INV-05).
grant update (prices_include_vat) on companies to enlace_app;

-- When an invoice was sent (INV-07): the page of one invoice asks for the messages of it.
create index messages_invoice on messages (company_id, invoice_id) where kind = 'invoice' and status = 'sent';

-- A collection message leaves only by a channel that the client authorised (Ley 2300 de 2023, SUS-05): the outbox asks at the moment
-- of sending, for every company.
grant select (company_id, id, client_id, purpose, is_granted) on consents to enlace_platform;
