-- A new dispute or a credit note takes first from the extended part. Its day stays when nothing is left of it: a later decision never
-- gives an earlier one.
alter table invoices drop constraint invoices_extended_amount_has_day;
alter table invoices add constraint invoices_extended_amount_has_day check (extended_amount = 0 or extended_to_on is not null);
