-- The clients of one municipality, the newest first, and their number.
create index clients_municipality on clients (company_id, municipality_code, id);
