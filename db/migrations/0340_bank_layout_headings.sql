-- The titles of the file for which a person named the columns: the layout is applied only to files with the same titles. Without titles it
-- is an empty list, which is also what the layouts of before get: a file with titles is asked about once.

alter table bank_layouts add column headings text[] not null default '{}' check (cardinality(headings) <= 60);
