-- A reminder that was written before its invoice was overdue and leaves after it is a collection message: the contact guard decides it when it
-- is sent, and stores it so that it counts as a contact.
grant select (id, last_payable_on) on invoices to enlace_platform;
grant update (category) on messages to enlace_platform;
