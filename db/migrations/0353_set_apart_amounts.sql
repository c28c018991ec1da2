-- What an approved online payment left to pay back of each invoice of a contract that was void by then: its reversal takes back just that.
alter table payment_attempt_invoices add column set_apart centavos not null default 0;

-- A payment left something to pay back when it was received after its contract became void: in the order of raiseOwedRefunds, at most its rest.
with late as (
  select l.company_id, l.attempt_id, l.invoice_id, l.amount,
    sum(l.amount) over (partition by l.company_id, l.attempt_id order by c.refund_by, i.id) - l.amount as earlier,
    (select coalesce(sum(j.amount), 0) from journal j
      where j.company_id = p.company_id and j.client_id = p.client_id and j.payment_id = p.id
        and j.debit_account = 'cash' and j.credit_account = 'credit') as rest
  from contract_refunds r
  join contracts c on c.company_id = r.company_id and c.id = r.contract_id and c.client_id = r.client_id
  join invoices i on i.company_id = c.company_id and i.contract_id = c.id and i.client_id = c.client_id
  join payment_attempt_invoices l on l.company_id = i.company_id and l.invoice_id = i.id
  join payments p on p.company_id = l.company_id and p.attempt_id = l.attempt_id and p.client_id = i.client_id
  where p.created_at >= r.created_at
)
update payment_attempt_invoices l set set_apart = least(late.amount, late.rest - late.earlier)
from late
where late.company_id = l.company_id and late.attempt_id = l.attempt_id and late.invoice_id = l.invoice_id and late.rest > late.earlier;

alter table payment_attempt_invoices add constraint payment_attempt_invoices_set_apart_within_amount check (set_apart between 0 and amount);
grant update (set_apart) on payment_attempt_invoices to enlace_app;
