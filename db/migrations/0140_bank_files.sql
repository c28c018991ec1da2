-- The files of banks with what came in, and the client that each movement is of.
create table bank_files (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  account_id uuid not null,
  -- The hash of its bytes: the same file is loaded once.
  digest bytea not null check (length(digest) = 32),
  -- Bank, account, day and modifier of an Asobancaria file, which are different in each file of a bank.
  header_key text check (header_key <> ''),
  file_name text not null,
  format text not null check (format in ('asobancaria_2001', 'asobancaria_98', 'statement')),
  source text check (source <> ''),
  reference_kind text not null check (reference_kind in ('any', 'invoice', 'contract', 'document')),
  total centavos not null,
  -- The movements that an earlier file had.
  repeated integer not null check (repeated >= 0),
  from_on date,
  to_on date,
  uploaded_by text not null check (uploaded_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (company_id, digest),
  foreign key (company_id, account_id) references money_accounts (company_id, id)
);
create unique index bank_files_header on bank_files (company_id, account_id, header_key) where header_key is not null;
select protect('bank_files', 'company_id', 'select, insert');

create table bank_lines (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  file_id uuid not null,
  account_id uuid not null,
  -- The line of the file.
  line integer not null check (line > 0),
  -- The hash of what identifies the movement in its account: a later file that has it again adds nothing.
  key bytea not null check (length(key) = 32),
  on_day date not null,
  -- Negative for money that left the account.
  amount centavos not null,
  reference text not null,
  description text not null,
  method text not null check (method in ('consignacion', 'transferencia')),
  state text not null check (state in ('certain', 'doubtful', 'unknown', 'ignored', 'paid')),
  reason text not null check (reason <> ''),
  client_id uuid,
  invoice_id uuid,
  candidates jsonb not null default '[]',
  -- The bank returned this payment: it is no money that came in.
  is_returned boolean not null,
  payment_id uuid,
  primary key (company_id, id),
  constraint bank_lines_file_fkey foreign key (company_id, file_id) references bank_files (company_id, id),
  constraint bank_lines_client_fkey foreign key (company_id, client_id) references clients (company_id, id),
  constraint bank_lines_invoice_fkey foreign key (company_id, invoice_id) references invoices (company_id, id),
  constraint bank_lines_payment_fkey foreign key (company_id, payment_id) references payments (company_id, id),
  constraint bank_lines_paid_has_payment check ((state = 'paid') = (payment_id is not null)),
  constraint bank_lines_certain_has_client check (state <> 'certain' or (client_id is not null and amount > 0))
);
create unique index bank_lines_key on bank_lines (company_id, account_id, key);
create index bank_lines_file on bank_lines (company_id, file_id, line);
create index bank_lines_state on bank_lines (company_id, file_id, state, line);
create unique index bank_lines_payment on bank_lines (company_id, payment_id) where payment_id is not null;
select protect('bank_lines', 'company_id', 'select, insert');
grant update (state, reason, client_id, invoice_id, candidates, payment_id) on bank_lines to enlace_app;

-- The client of a reference that a person paired by hand: the next movement with it is of the same client.
create table bank_references (
  company_id uuid not null default current_company() references companies (id),
  reference text not null check (reference <> ''),
  client_id uuid not null,
  primary key (company_id, reference),
  constraint bank_references_client_fkey foreign key (company_id, client_id) references clients (company_id, id)
);
select protect('bank_references', 'company_id', 'select, insert, update');

alter table bulk_jobs
  drop constraint bulk_jobs_action_check,
  add constraint bulk_jobs_action_check
    check (action in ('send_invoices', 'zip_invoices', 'print_invoices', 'send_access', 'pay_bank_lines'));
