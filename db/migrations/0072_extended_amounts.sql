-- A dispute over a part of an invoice, decided against the client, gives that part a new last day to pay. The rest keeps its own: what
-- was overdue stays overdue.
alter table invoices add column extended_amount centavos not null default 0
  constraint invoices_extended_amount_check check (extended_amount >= 0);
alter table invoices add column extended_to_on date;
alter table invoices add constraint invoices_extended_amount_has_day check ((extended_to_on is null) = (extended_amount = 0));
grant update (extended_amount, extended_to_on) on invoices to enlace_app;

-- What is overdue is read from the index alone.
drop index invoices_open;
create index invoices_open on invoices (company_id, client_id, last_payable_on)
  include (due_on, balance, disputed_amount, extended_amount, extended_to_on) where balance > 0;
