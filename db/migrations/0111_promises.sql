-- What a client promises to pay: a day, or an agreement in instalments. While it is kept the service is not cut for that debt.
create table payment_promises (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null check (amount > 0),
  made_on date not null,
  until_on date not null,
  made_by text not null check (made_by <> ''),
  side text not null check (side in ('cliente', 'empresa')),
  outcome text check (outcome in ('kept', 'broken', 'cancelled')),
  ended_on date,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  constraint payment_promises_days check (until_on >= made_on),
  constraint payment_promises_ended check ((outcome is null) = (ended_on is null))
);
create unique index payment_promises_open on payment_promises (company_id, contract_id) where outcome is null;
create index payment_promises_contract on payment_promises (company_id, contract_id, made_on);
create index payment_promises_until on payment_promises (company_id, until_on, id);
select protect('payment_promises', 'company_id', 'select, insert');
grant update (outcome, ended_on) on payment_promises to enlace_app;

create table payment_agreements (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null check (amount > 0),
  made_on date not null,
  made_by text not null check (made_by <> ''),
  outcome text check (outcome in ('kept', 'broken', 'cancelled')),
  ended_on date,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  constraint payment_agreements_ended check ((outcome is null) = (ended_on is null))
);
create unique index payment_agreements_open on payment_agreements (company_id, contract_id) where outcome is null;
select protect('payment_agreements', 'company_id', 'select, insert');
grant update (outcome, ended_on) on payment_agreements to enlace_app;

-- What is to be paid by each day. The days and amounts of an agreement are never edited: it is cancelled and another one is made.
create table payment_agreement_instalments (
  company_id uuid not null default current_company() references companies (id),
  agreement_id uuid not null,
  position integer not null check (position between 1 and 24),
  due_on date not null,
  amount centavos not null check (amount > 0),
  primary key (company_id, agreement_id, position),
  foreign key (company_id, agreement_id) references payment_agreements (company_id, id)
);
select protect('payment_agreement_instalments', 'company_id', 'select, insert');

-- The invoices of the agreement with what was owed of each one.
create table payment_agreement_invoices (
  company_id uuid not null default current_company() references companies (id),
  agreement_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null check (amount > 0),
  primary key (company_id, agreement_id, invoice_id),
  foreign key (company_id, agreement_id) references payment_agreements (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index payment_agreement_invoices_invoice on payment_agreement_invoices (company_id, invoice_id);
select protect('payment_agreement_invoices', 'company_id', 'select, insert');
select append_only('payment_agreement_instalments');
select append_only('payment_agreement_invoices');
