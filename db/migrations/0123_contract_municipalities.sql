-- The contracts of a municipality: for the filter of lists, and for who has no service in an outage.
create index contracts_municipality on contracts (company_id, municipality_code, id);
