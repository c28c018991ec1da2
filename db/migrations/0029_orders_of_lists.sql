-- The orders that a user may choose in a list. Each one is read from its index, one page at a time, in both directions.
create index payments_paid_on on payments (company_id, paid_on, id);
-- By name: the search text begins with the name without accents. An index entry has a maximum length, so it has only the beginning.
create index clients_name on clients (company_id, left(search, 100), id);
