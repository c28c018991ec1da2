-- The accounts of a company for its vouchers, where they are not those of the usual chart (domain/accounting/chart.ts).
create table chart_accounts (
  company_id uuid not null default current_company() references companies (id),
  use text not null check (
    use in (
      'clients', 'cash', 'bank', 'gateway', 'retefuente', 'reteiva', 'reteica', 'vat', 'advances', 'internet', 'other_income', 'returns',
      'rounding'
    )
  ),
  account text not null check (account ~ '^\d{4,10}$'),
  primary key (company_id, use)
);
select protect('chart_accounts', 'company_id', 'select, insert, update');

-- Entries of the journal that were handed to the accountant together. A batch never changes: an entry that is posted later, also on an
-- earlier day, is in the next one.
create table voucher_batches (
  company_id uuid not null default current_company() references companies (id),
  number integer not null check (number > 0),
  through_on date not null,
  entries integer not null default 0 check (entries >= 0),
  vouchers integer not null default 0 check (vouchers >= 0),
  -- The debits of its vouchers, which are their credits.
  amount centavos not null default 0,
  downloads integer not null default 0 check (downloads >= 0),
  created_by text not null check (created_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, number)
);
select protect('voucher_batches', 'company_id', 'select, insert');
grant update (entries, vouchers, amount, downloads) on voucher_batches to enlace_app;

-- Each entry is in one batch: the key refuses a second one.
create table voucher_entries (
  company_id uuid not null default current_company() references companies (id),
  client_id uuid not null,
  entry_id uuid not null,
  batch integer not null,
  primary key (company_id, client_id, entry_id),
  constraint voucher_entries_batch_fkey foreign key (company_id, batch) references voucher_batches (company_id, number),
  constraint voucher_entries_entry_fkey foreign key (company_id, client_id, entry_id) references journal (company_id, client_id, id)
);
create index voucher_entries_batch on voucher_entries (company_id, batch);
select protect('voucher_entries', 'company_id', 'select, insert');
select append_only('voucher_entries');
