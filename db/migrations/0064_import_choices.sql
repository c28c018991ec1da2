-- What a person decided once for the files of a company: the field of a heading ('' when it is not imported), and the plan that a text of
-- another system names, by its reference code. The next file uses it.
create table import_choices (
  company_id uuid not null default current_company() references companies,
  kind text not null check (kind in ('column', 'plan')),
  source text not null check (length(source) between 1 and 1000),
  target text not null check (length(target) <= 100),
  primary key (company_id, kind, source)
);
select protect('import_choices', 'company_id', 'select, insert, update');
