-- Where the received money is: the cash boxes and bank accounts of a company, and the one of its payment gateway.
create table money_accounts (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  kind text not null check (kind in ('cash', 'bank', 'gateway')),
  bank text check (bank <> ''),
  last_digits text check (last_digits ~ '^[0-9]{4}$'),
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
create unique index money_accounts_name on money_accounts (company_id, folded(name));
-- The first online payment creates it: of two at once, one waits for the other.
create unique index money_accounts_gateway on money_accounts (company_id) where kind = 'gateway';
select protect('money_accounts', 'company_id', 'select, insert, update');

-- The account of a payment at the desk that names none.
create table method_accounts (
  company_id uuid not null default current_company() references companies (id),
  method text not null check (method in ('efectivo', 'consignacion', 'transferencia')),
  account_id uuid not null,
  primary key (company_id, method),
  foreign key (company_id, account_id) references money_accounts (company_id, id)
);
create index method_accounts_account on method_accounts (company_id, account_id);
select protect('method_accounts');

-- Who registered a payment or a refund, by name as in the audit log, and the account of its money; null before this file.
alter table payments
  add column account_id uuid,
  add column registered_by text,
  add foreign key (company_id, account_id) references money_accounts (company_id, id);
alter table credit_refunds
  add column account_id uuid,
  add column registered_by text,
  add foreign key (company_id, account_id) references money_accounts (company_id, id);
create index payments_account on payments (company_id, account_id, id);
