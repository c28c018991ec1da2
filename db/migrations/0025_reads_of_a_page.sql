-- A page of contracts, the newest first, without reading and sorting all of the company's.
create index contracts_newest on contracts (company_id, created_at, id);
-- What did not arrive is counted on each page of messages and on the dashboard: a few of many.
create index messages_undelivered on messages (company_id) where status in ('failed', 'unknown');
