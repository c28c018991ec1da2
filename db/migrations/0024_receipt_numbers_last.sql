-- A receipt takes its number at the end of its transaction, because every other payment of the company waits for that number. Its
-- rows of the journal are written before it, so their reference to it is checked at the commit.
alter table journal alter constraint journal_company_id_payment_id_fkey deferrable initially deferred;

-- The staff of a company, without its clients: however many clients there are, and whatever the planner knows of them, a
-- search for staff reads only staff. It replaces the index of all roles, which had no other use.
create index users_staff on users (company_id, role) where role <> 'client';
drop index users_role;

-- The event of a notification by its key, whatever the planner knows: while the table is small or has no statistics, the primary key
-- costs the same as any index that begins with company_id, the newest of them is taken, and a connection keeps that plan while the
-- table grows.
create index events_id on events (id);
