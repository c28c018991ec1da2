-- A receipt takes its number at the end of its transaction, because every other payment of the company waits for that number. Its
-- rows of the journal are written before it, so their reference to it is checked at the commit.
alter table journal alter constraint journal_company_id_payment_id_fkey deferrable initially deferred;

-- The staff of a company, without its clients: however many clients there are, and whatever the planner knows of them, whoever
-- looks for staff reads only staff. It replaces the index of all roles, whose other use nobody had.
create index users_staff on users (company_id, role) where role <> 'client';
drop index users_role;

-- One row by its key, whatever the planner knows. While a table is small or has no statistics, `company_id = … and id = …` costs
-- the same by the primary key as by any index that begins with company_id; then the newest of them is taken, which reads all of the
-- company, and a connection keeps that plan while the table grows. These answer only for one value of the key, and they are the
-- newest: an index that is added to one of these tables later must be followed by this one made again
-- (src/server/payments/applied.test.ts checks it). A hash has no order: the planner cannot read a list of all companies through it.
create index clients_id on clients using hash (id);
create index invoices_id on invoices using hash (id);
create index payments_id on payments using hash (id);
create index events_id on events using hash (id);
create index payment_attempts_id on payment_attempts using hash (id);
create index payment_attempts_reference on payment_attempts using hash (reference);
