-- A promise and an agreement belong to a contract and its holder: the one of an earlier holder, who still owes, leaves the next one free.
drop index payment_promises_open;
create unique index payment_promises_open on payment_promises (company_id, contract_id, client_id) where outcome is null;
drop index payment_agreements_open;
create unique index payment_agreements_open on payment_agreements (company_id, contract_id, client_id) where outcome is null;
