-- The charge of a reconnection names its suspension for non-payment: a reconnection is charged only after a real suspension, and once
-- (Ley 2485 de 2025).
alter table suspension_intervals add constraint suspension_intervals_contract_key unique (company_id, contract_id, id);
alter table pending_charges
  add column suspension_id uuid,
  add constraint pending_charges_suspension_fkey foreign key (company_id, contract_id, suspension_id)
    references suspension_intervals (company_id, contract_id, id) on delete set null (suspension_id),
  add constraint pending_charges_suspension_only_of_reconnection check (suspension_id is null or kind = 'reconnection');
create unique index pending_charges_suspension on pending_charges (company_id, contract_id, suspension_id) where suspension_id is not null;
