-- The two questions that lists of invoices are asked most, besides their own order: one month, and what is due first. Both grow at
-- one end while a run writes a month, so they cost a run little. The contract stands in the first one because a run asks whether a
-- contract has its invoice of a month: on a table without statistics the planner takes this index for that, and without the
-- contract it would read the whole month for each.
create index invoices_period on invoices (company_id, period, contract_id);
create index invoices_due on invoices (company_id, due_on, id);
