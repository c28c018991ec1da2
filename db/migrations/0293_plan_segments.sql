-- The use that a plan is sold for, which the desk reads when it chooses the plan of a contract. Null: any use.
alter table plans add column segment text check (segment in ('residential', 'business'));
