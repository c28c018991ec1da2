-- The clock reads the cases in this order: without statistics PostgreSQL read all of them and sorted.
drop index pqr_cases_clock;
create index pqr_cases_clock on pqr_cases (clock_at, id) where clock_at is not null;
