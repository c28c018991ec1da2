-- A change of a connection (its version, what a device applied) moves no column of an index. With free space in the page PostgreSQL writes
-- the new row beside the old one and touches none of the five indexes; without it, all of them.
alter table network_services set (fillfactor = 80);

-- The primary key read backwards gives the same order.
drop index network_orders_newest;
