-- A reversal is a document of its own: it has a day, which is the day of its entries, and a number that a person can quote.
alter table payment_reversals add column reversed_on date;
alter table payment_reversals add column number bigint;

-- The rows are append-only: only here are they completed.
alter table payment_reversals disable trigger append_only;
update payment_reversals r set reversed_on = coalesce(
    (select max(j.posted_on) from journal j
     where j.company_id = r.company_id and j.payment_id = r.payment_id and j.credit_account in ('cash', 'withholding')),
    (r.created_at at time zone 'America/Bogota')::date),
  number = placed.number
from (
  select company_id, payment_id, row_number() over (partition by company_id order by created_at, payment_id) as number from payment_reversals
) placed
where placed.company_id = r.company_id and placed.payment_id = r.payment_id;
alter table payment_reversals enable trigger append_only;

alter table payment_reversals alter column reversed_on set not null;
alter table payment_reversals alter column number set not null;
alter table payment_reversals add constraint payment_reversals_number_check check (number > 0);
alter table payment_reversals add constraint payment_reversals_company_id_number_key unique (company_id, number);
create index payment_reversals_reversed_on on payment_reversals (company_id, reversed_on, payment_id);

alter table counters drop constraint counters_kind_check;
alter table counters add constraint counters_kind_check
  check (kind in ('contract', 'invoice', 'credit_note', 'receipt', 'reversal', 'refund'));
insert into counters (company_id, kind, prefix, last)
select company_id, 'reversal', 'RV', count(*) from payment_reversals group by company_id;

-- The total of a past day does not change after it: a payment counts on the day of the payment for ever, and its reversal takes its
-- amount off the day on which it is made, as a refund does.
create or replace function count_reversed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select w.company_id, 'collected', w.reversed_on, 0, -sum(p.amount)
    from written w join payments p on p.company_id = w.company_id and p.id = w.payment_id group by w.company_id, w.reversed_on order by 1, 3
    on conflict (company_id, kind, day) do update set amount = t.amount + excluded.amount;
    return null;
  end $$;

insert into day_totals as t (company_id, kind, day, documents, amount)
select company_id, 'collected', day, sum(documents), sum(amount) from (
  select p.company_id, p.paid_on as day, 1 as documents, p.amount
  from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id
  union all
  select r.company_id, r.reversed_on, 0, -p.amount
  from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id
) moved group by company_id, day
on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
