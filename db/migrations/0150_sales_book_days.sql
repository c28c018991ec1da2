-- The days of the sales book. A policy of rows lets an index answer only for operators that reveal no value: the subtraction of two days
-- is none of them, so that the index of 0130 was never read.
drop index invoices_issued;
create index invoices_issued on invoices (company_id, issued_on, id);

alter table outages rename constraint outages_check to outages_expected_end_after_start;
alter table outages rename constraint outages_check1 to outages_end_after_start;
