-- The number of each voucher in its kind, given once when its batch is made: other programs refuse a number that repeats. It is the number
-- of its document, where it has one of its own that no other voucher of the kind has.
create table voucher_numbers (
  company_id uuid not null default current_company() references companies (id),
  kind text not null check (kind in ('invoice', 'note', 'receipt', 'reversal', 'refund', 'use', 'adjustment')),
  number integer not null check (number > 0),
  batch integer not null,
  -- The kind, the document and the day, as the entries of the batch have them.
  key text not null check (key <> ''),
  primary key (company_id, kind, number),
  unique (company_id, batch, key),
  constraint voucher_numbers_batch_fkey foreign key (company_id, batch) references voucher_batches (company_id, number)
);
select protect('voucher_numbers', 'company_id', 'select, insert');
select append_only('voucher_numbers');
