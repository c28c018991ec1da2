-- The two questions that lists of invoices are asked most, besides their own order: one month, and what is due first. Both grow at
-- one end while a run writes a month, so they cost a run little.
create index invoices_period on invoices (company_id, period, id);
create index invoices_due on invoices (company_id, due_on, id);
