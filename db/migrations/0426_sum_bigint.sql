-- The sum of amounts as a bigint, for many small groups: sum() adds in numeric, and makes and converts one for each group. Exact: what is
-- beyond a bigint is an error.
create aggregate sum_bigint(bigint) (sfunc = int8pl, stype = bigint);
