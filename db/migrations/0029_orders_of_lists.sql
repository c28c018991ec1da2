-- The orders that a user may choose in a list. Each one is read from its index, one page at a time, in both directions.
create index invoices_total on invoices (company_id, total, id);
-- An expression, so that the planner does not take this index for the condition `balance > 0`, for which invoices_open is smaller.
create index invoices_balance on invoices (company_id, (balance + 0), id);
create index payments_paid_on on payments (company_id, paid_on, id);
create index payments_amount on payments (company_id, amount, id);
create index clients_city on clients (company_id, folded(city), id);
-- By name: the search text begins with the name without accents. An index entry has a maximum length, so it has only the beginning.
create index clients_name on clients (company_id, left(search, 100), id);
