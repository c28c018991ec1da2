-- What each row of the journal does to a client's account. The signs are written here and nowhere else: `receivable` is what the
-- client owes more, `credit` what the client has more in favour (both in centavos, less than zero when it is less).
-- security_invoker: row-level security of the journal applies to the reader of the view.
create view client_movements with (security_invoker = true) as
  select company_id, id, client_id, invoice_id, payment_id, credit_note_id, posted_on, amount,
    (case when debit_account = 'receivable' then amount when credit_account = 'receivable' then -amount else 0 end)::bigint as receivable,
    (case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end)::bigint as credit,
    -- Written as the condition of the index journal_credit, so that the index answers for it.
    (debit_account = 'credit' or credit_account = 'credit') as moves_credit,
    case
      when credit_note_id is not null then 'nota_credito'
      when payment_id is not null and credit_account in ('cash', 'withholding', 'rounding') then 'reverso'
      when debit_account = 'withholding' then 'retencion'
      when debit_account = 'rounding' then 'ajuste'
      when payment_id is not null then 'pago'
      when debit_account = 'credit' then 'saldo_a_favor'
      when invoice_id is not null then 'factura'
      else 'saldo_inicial'
    end as kind
  from journal;
grant select on client_movements to enlace_app;

-- server/ledger/numbers.ts is the one way to a number: it respects the end of the range, which this function ignored.
drop function next_number(text, text);
