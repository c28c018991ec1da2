-- Until a day, inclusive, no part of an invoice of a payment agreement is overdue: the last day to pay the first instalment that is not
-- paid. Null without an agreement that runs. After that day the invoice is overdue by its own days, also before the agreement is ended.
alter table invoices add column agreed_to_on date;
grant update (agreed_to_on) on invoices to enlace_app;

-- What is overdue is read from the index alone.
drop index invoices_open;
create index invoices_open on invoices (company_id, client_id, plan, contract_id, last_payable_on)
  include (due_on, balance, disputed_amount, extended_amount, extended_to_on, agreed_to_on) where balance > 0;

-- The agreements of a client, and those that ran on a past day.
create index payment_agreements_client on payment_agreements (company_id, client_id);

-- The day of the agreements that run now.
select enqueue('collection.agreed', json_build_object('company_id', company_id, 'client_id', client_id), 'collection.agreed ' || client_id)
  from (select distinct company_id, client_id from payment_agreements where outcome is null) a;
