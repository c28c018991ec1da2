-- The collection agreement of a company with its bank: the bar code and the QR of its bills. Without it neither is printed.
create table bank_agreements (
  company_id uuid not null default current_company() references companies (id),
  gln text not null check (gln ~ '^\d{13}$'),
  bank_code text not null check (bank_code ~ '^\d{3}$'),
  reference text not null check (reference in ('invoice', 'contract', 'document')),
  reference_length integer not null check (reference_length >= 4 and reference_length <= 24 and reference_length % 2 = 0),
  -- Null: the bill has no amount.
  amount_length integer check (amount_length >= 6 and amount_length <= 14 and amount_length % 2 = 0),
  has_due_day boolean not null,
  -- The text of the QR code that the bank issued.
  qr text check (qr <> ''),
  primary key (company_id)
);
select protect('bank_agreements');
