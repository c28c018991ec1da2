-- The days of the sales book. An index on the day itself was also chosen for the order of a month of invoices, which reads by the period:
-- this expression answers for the days alone.
drop index invoices_issued;
create index invoices_issued on invoices (company_id, (issued_on - date '2000-01-01'));
