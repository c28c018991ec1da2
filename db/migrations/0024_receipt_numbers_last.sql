-- A receipt takes its number at the end of its transaction, because every other payment of the company waits for that number. Its
-- rows of the journal are written before it, so their reference to it is checked at the commit.
alter table journal alter constraint journal_company_id_payment_id_fkey deferrable initially deferred;

-- The staff of a company, without its clients: however many clients there are, and whatever the planner knows of them, whoever
-- looks for staff reads only staff. It replaces the index of all roles, whose other use nobody had.
create index users_staff on users (company_id, role) where role <> 'client';
drop index users_role;

-- One row by its key, whatever the planner knows. While a table is small or has no statistics, `company_id = … and id = …` costs
-- the same by the primary key as by any index that begins with company_id; then the newest of them is taken, which reads all of the
-- company, and a connection keeps that plan while the table grows. These begin with what is looked for, and they are the newest:
-- whoever adds an index to one of these tables makes its index anew after it (src/server/payments/applied.test.ts tells).
create index clients_id on clients (id);
create index invoices_id on invoices (id);
create index payments_id on payments (id);
create index events_id on events (id);
create index payment_attempts_id on payment_attempts (id);
create index payment_attempts_reference on payment_attempts (reference);
