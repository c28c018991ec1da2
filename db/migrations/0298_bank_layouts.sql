-- What each column of the statements of an account has, as a person named them: for a bank whose titles are not known.

create table bank_layouts (
  company_id uuid not null default current_company() references companies (id),
  account_id uuid not null,
  columns text[] not null check (cardinality(columns) between 2 and 60),
  updated_at timestamptz not null default now(),
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references money_accounts (company_id, id)
);
select protect('bank_layouts', 'company_id', 'select, insert, update');
