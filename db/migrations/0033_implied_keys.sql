-- A foreign key to the company that a longer foreign key of the same table already implies: the client, the contract or the invoice
-- with that company exists, and its row has the key to the company. A massive run checked it four times for each invoice.
alter table invoices drop constraint invoices_company_id_fkey;
alter table invoice_lines drop constraint invoice_lines_company_id_fkey;
alter table journal drop constraint journal_company_id_fkey;
