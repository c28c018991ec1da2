-- Small balances of invoices that the company closes: an adjustment of the ledger, never a payment.

-- What the accountant of a company decides. Without a row, or with null, no balance is small.
create table accounting_settings (
  company_id uuid not null default current_company() references companies (id),
  small_balance_limit centavos check (small_balance_limit > 0),
  primary key (company_id)
);
select protect('accounting_settings', 'company_id', 'select, insert, update');

-- One closing of small balances: who, on which day of the books, with which limit.
create table balance_closings (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  posted_on date not null,
  limit_amount centavos not null check (limit_amount > 0),
  count integer not null check (count > 0),
  amount centavos not null check (amount > 0),
  registered_by text not null check (registered_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
select protect('balance_closings', 'company_id', 'select, insert');
select append_only('balance_closings');

-- The balance of one invoice that a closing closed.
create table balance_adjustments (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  closing_id uuid not null,
  client_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null check (amount > 0),
  posted_on date not null,
  primary key (company_id, id),
  foreign key (company_id, closing_id) references balance_closings (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index balance_adjustments_invoice on balance_adjustments (company_id, invoice_id);
create index balance_adjustments_closing on balance_adjustments (company_id, closing_id);
create index balance_adjustments_client on balance_adjustments (company_id, client_id);
select protect('balance_adjustments', 'company_id', 'select, insert');
select append_only('balance_adjustments');

-- An adjustment that was reversed: its invoice is owed again. By a person, or before a credit note or the reversal of a payment.
create table balance_adjustment_reversals (
  company_id uuid not null default current_company() references companies (id),
  adjustment_id uuid not null,
  posted_on date not null,
  reason text not null check (reason <> ''),
  registered_by text not null check (registered_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, adjustment_id),
  foreign key (company_id, adjustment_id) references balance_adjustments (company_id, id)
);
select protect('balance_adjustment_reversals', 'company_id', 'select, insert');
select append_only('balance_adjustment_reversals');

alter table journal add column adjustment_id uuid,
  add foreign key (company_id, adjustment_id) references balance_adjustments (company_id, id);
create index journal_adjustment on journal (company_id, adjustment_id) where adjustment_id is not null;
alter table journal drop constraint journal_debit_account_check, drop constraint journal_credit_account_check;
alter table journal
  add constraint journal_debit_account_check check (
    debit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding', 'adjustment')),
  add constraint journal_credit_account_check check (
    credit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding', 'adjustment')),
  add constraint journal_adjustment_has_document check (
    (adjustment_id is not null) = (debit_account = 'adjustment' or credit_account = 'adjustment'));

create or replace view client_movements with (security_invoker = true) as
  select company_id, id, client_id, invoice_id, payment_id, credit_note_id, posted_on, amount,
    (case when debit_account = 'receivable' then amount when credit_account = 'receivable' then -amount else 0 end)::bigint as receivable,
    (case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end)::bigint as credit,
    -- Written as the condition of the index journal_credit, so that the index answers for it.
    (debit_account = 'credit' or credit_account = 'credit') as moves_credit,
    case
      when debit_account = 'adjustment' then 'cierre_saldo'
      when credit_account = 'adjustment' then 'reverso_cierre'
      when refund_id is not null then 'devolucion'
      when credit_note_id is not null then 'nota_credito'
      when payment_id is not null and (debit_account = 'receivable' or credit_account in ('cash', 'withholding', 'rounding')) then 'reverso'
      when debit_account = 'withholding' then 'retencion'
      when debit_account = 'rounding' then 'ajuste'
      when payment_id is not null then 'pago'
      when debit_account = 'credit' then 'saldo_a_favor'
      when invoice_id is not null then 'factura'
      else 'saldo_inicial'
    end as kind,
    refund_id, adjustment_id
  from journal;

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('accounting.small_balance_max', '2000-01-01', null, 500000, 'pesos', 'Saldo pequeño que se puede cerrar, tope', 'Margen de prudencia, sin norma leída', 'general', 'Cada empresa fija su límite, hasta este valor');
