-- A period that was billed ahead is corrected after a change of its contract: with a credit note when less is due, with a pending
-- charge when more is due. The marks distinguish the corrections from the notes and charges that a person makes.
alter table credit_notes add column is_correction boolean not null default false;

alter table pending_charges
  -- The invoice of the month that this charge adjusts.
  add column adjusted_invoice_id uuid,
  -- The charge goes on an invoice of the period of this day, or of a later one.
  add column not_before date,
  add constraint pending_charges_adjusted_invoice_fkey foreign key (company_id, adjusted_invoice_id) references invoices (company_id, id),
  add constraint pending_charges_adjusted_only_of_adjustment check ((adjusted_invoice_id is not null) = (kind = 'plan_adjustment'));
create index pending_charges_adjusted on pending_charges (company_id, adjusted_invoice_id) where adjusted_invoice_id is not null;
-- At most one of an invoice waits for the next one: a later change replaces it.
create unique index pending_charges_adjusted_open on pending_charges (company_id, adjusted_invoice_id)
  where adjusted_invoice_id is not null and invoice_id is null;

-- The last day up to which an open suspension was taken off the periods that were billed before it.
alter table suspension_intervals add column corrected_to date;
