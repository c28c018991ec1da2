-- Whether the list of an import brought what its clients owed, or left it for a file of invoices: only a credit of the second kind pays
-- invoices that come later. The other one is already less by what was owed.
alter table client_imports add column balances text not null default 'list' constraint client_imports_balances_check check (balances in ('list', 'invoices'));
