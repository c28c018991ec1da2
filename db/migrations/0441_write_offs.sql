-- Bad debt that a company writes off: a second kind of closing of balances, with a reason. A later payment of it is a recovery.

alter table balance_closings
  add column kind text not null default 'small' check (kind in ('small', 'write_off')),
  add column reason text check (reason <> ''),
  alter column limit_amount drop not null,
  add constraint balance_closings_small_has_limit check ((kind = 'small') = (limit_amount is not null)),
  add constraint balance_closings_write_off_has_reason check ((kind = 'write_off') = (reason is not null));

-- What of an invoice is written off. Derived from the journal, like the balance.
alter table invoices add column written_off centavos not null default 0 check (written_off >= 0);
grant update (written_off) on invoices to enlace_app;

-- What leaves a write-off without a person undoing it: a payment recovers it, the reversal of that payment puts it back, a credit note annuls
-- the debt behind it.
create table write_off_moves (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  adjustment_id uuid not null,
  client_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('recovery', 'recovery_reversal', 'note')),
  payment_id uuid,
  credit_note_id uuid,
  amount centavos not null check (amount > 0),
  posted_on date not null,
  registered_by text not null check (registered_by <> ''),
  primary key (company_id, id),
  foreign key (company_id, adjustment_id) references balance_adjustments (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, payment_id) references payments (company_id, id) deferrable initially deferred,
  foreign key (company_id, credit_note_id) references credit_notes (company_id, id) deferrable initially deferred,
  constraint write_off_moves_note check ((kind = 'note') = (credit_note_id is not null)),
  constraint write_off_moves_payment check ((kind = 'note') = (payment_id is null))
);
create unique index write_off_moves_once on write_off_moves (company_id, payment_id, adjustment_id, kind) where payment_id is not null;
create index write_off_moves_adjustment on write_off_moves (company_id, adjustment_id);
create index write_off_moves_client on write_off_moves (company_id, client_id);
create index write_off_moves_invoice on write_off_moves (company_id, invoice_id);
create index write_off_moves_note on write_off_moves (company_id, credit_note_id) where credit_note_id is not null;
create index write_off_moves_day on write_off_moves (company_id, posted_on);
select protect('write_off_moves', 'company_id', 'select, insert');
select append_only('write_off_moves');

alter table journal
  drop constraint journal_debit_account_check, drop constraint journal_credit_account_check, drop constraint journal_adjustment_has_document;
alter table journal
  add constraint journal_debit_account_check check (
    debit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding', 'adjustment', 'write_off', 'recovery')),
  add constraint journal_credit_account_check check (
    credit_account in ('receivable', 'revenue', 'vat', 'credit', 'cash', 'withholding', 'opening', 'rounding', 'adjustment', 'write_off', 'recovery')),
  add constraint journal_adjustment_has_document check (
    (adjustment_id is not null) = (debit_account in ('adjustment', 'write_off', 'recovery') or credit_account in ('adjustment', 'write_off', 'recovery')));

alter table chart_accounts drop constraint chart_accounts_use_check;
alter table chart_accounts add constraint chart_accounts_use_check check (use in (
  'clients', 'cash', 'bank', 'gateway', 'retefuente', 'reteiva', 'reteica', 'vat', 'advances', 'internet', 'other_income', 'returns', 'rounding',
  'write_off', 'recovery', 'petty_expense', 'cash_short', 'cash_over'));

create or replace view client_movements with (security_invoker = true) as
  select company_id, id, client_id, invoice_id, payment_id, credit_note_id, posted_on, amount,
    (case when debit_account = 'receivable' then amount when credit_account = 'receivable' then -amount else 0 end)::bigint as receivable,
    (case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end)::bigint as credit,
    -- Written as the condition of the index journal_credit, so that the index answers for it.
    (debit_account = 'credit' or credit_account = 'credit') as moves_credit,
    case
      when debit_account = 'adjustment' then 'cierre_saldo'
      when credit_account = 'adjustment' then 'reverso_cierre'
      when debit_account in ('write_off', 'recovery') then 'castigo'
      when credit_account = 'recovery' then 'recuperacion'
      when credit_account = 'write_off' then 'reverso_castigo'
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
