-- A payment begun with the signed link of an invoice, without a session. It is counted apart from the payments of the client, so that
-- who has the link does not use up the client's tries.
alter table payment_attempts add column is_by_link boolean not null default false;
