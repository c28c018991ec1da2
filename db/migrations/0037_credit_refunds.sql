-- Credit in favour that a company returns to its client: a document with its own series of numbers, one row of the journal each.
alter table counters drop constraint counters_kind_check;
alter table counters add constraint counters_kind_check check (kind in ('contract', 'invoice', 'credit_note', 'receipt', 'refund'));

create table credit_refunds (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  number bigint not null check (number > 0),
  client_id uuid not null,
  amount centavos not null check (amount > 0),
  method text not null check (method in ('efectivo', 'consignacion', 'transferencia')),
  paid_on date not null,
  reference text,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, client_id) references clients (company_id, id)
);
select protect('credit_refunds', 'company_id', 'select, insert');
create trigger append_only before update or delete on credit_refunds for each row execute function refuse_change();
create trigger append_only_truncate before truncate on credit_refunds for each statement execute function refuse_change();
create index credit_refunds_client on credit_refunds (company_id, client_id, id);
create index credit_refunds_paid_on on credit_refunds (company_id, paid_on, id);

-- The row of a refund is written before its document takes its number, as for a receipt.
alter table journal add column refund_id uuid;
alter table journal add constraint journal_company_id_refund_id_fkey foreign key (company_id, refund_id)
  references credit_refunds (company_id, id) deferrable initially deferred;

-- The rest of a payment that a person keeps as an advance: it does not pay the invoices that are open on that day.
alter table payments add column keeps_advance boolean not null default false;

-- A credit in favour that leaves an invoice because a payment was reversed (receivable from credit, with the payment) is a part of
-- that reversal. A refund is the client's credit in favour, paid back.
create or replace view client_movements with (security_invoker = true) as
  select company_id, id, client_id, invoice_id, payment_id, credit_note_id, posted_on, amount,
    (case when debit_account = 'receivable' then amount when credit_account = 'receivable' then -amount else 0 end)::bigint as receivable,
    (case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end)::bigint as credit,
    -- Written as the condition of the index journal_credit, so that the index answers for it.
    (debit_account = 'credit' or credit_account = 'credit') as moves_credit,
    case
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
    refund_id
  from journal;

-- Money returned to a client is collected no more: a day with more refunds than payments is below zero.
alter table day_totals drop constraint day_totals_amount_check;
alter table day_totals add constraint day_totals_amount_check check (kind = 'collected' or amount >= 0);
create function count_refunded() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'collected', paid_on, 0, -sum(amount) from written group by company_id, paid_on order by 1, 3
    on conflict (company_id, kind, day) do update set amount = t.amount + excluded.amount;
    return null;
  end $$;
create trigger count_day after insert on credit_refunds referencing new table as written
  for each statement execute function count_refunded();

-- A chargeback that a person records is a case that is decided as soon as it is written.
alter table payment_cases drop constraint payment_cases_kind_check;
alter table payment_cases add constraint payment_cases_kind_check
  check (kind in ('mismatch', 'stranger', 'forged', 'given_up', 'void', 'difference', 'chargeback'));
