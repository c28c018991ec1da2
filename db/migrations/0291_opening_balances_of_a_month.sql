-- A client may bring several debts of one month from another system. Only the invoice of a period is one for each contract.
drop index invoices_once;
create unique index invoices_once on invoices (company_id, contract_id, period, kind) where kind = 'period';
