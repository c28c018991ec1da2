-- What an invoice may collect, and until when.

-- The last day to pay without being overdue: the due day, or the first business day after it (R2.25); later when the decision on a
-- dispute states a new day. Computed by domain/invoices/due.ts for each new invoice; here only for those of before.
alter table invoices add column last_payable_on date;

create function pg_temp.easter_sunday(y int) returns date language sql immutable as $$
  select make_date(y, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1)
  from (select y % 19 as a, y / 100 as b, y % 100 as c) p,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) q,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) r,
    lateral (select (a + 11 * h + 22 * l) / 451 as m) s $$;
-- The holidays of Ley 51 de 1983: fixed, moved to the next Monday, and by their distance from Easter Sunday.
create function pg_temp.holidays(y int) returns setof date language sql immutable as $$
  select make_date(y, m, d) from (values (1, 1), (5, 1), (7, 20), (8, 7), (12, 8), (12, 25)) fixed (m, d)
  union select make_date(y, m, d) + (8 - extract(isodow from make_date(y, m, d))::int) % 7
    from (values (1, 6), (3, 19), (6, 29), (8, 15), (10, 12), (11, 1), (11, 11)) moved (m, d)
  union select pg_temp.easter_sunday(y) + days from (values (-3), (-2), (43), (64), (71)) easter (days) $$;
create function pg_temp.next_business_days(days date[]) returns table (due_on date, last_payable_on date) language sql immutable as $$
  with holidays as materialized (
    select h from (select min(extract(year from day))::int as first, max(extract(year from day))::int as last from unnest(days) day) years,
      generate_series(first, last + 1) y, pg_temp.holidays(y) h)
  select day, (select day + n from generate_series(0, 10) n
    where extract(isodow from day + n) < 6 and day + n not in (select h from holidays) order by n limit 1)
  from unnest(days) day $$;

update invoices i set last_payable_on = d.last_payable_on
from pg_temp.next_business_days(array(select distinct due_on from invoices)) d where d.due_on = i.due_on;
alter table invoices alter column last_payable_on set not null,
  add constraint invoices_last_payable_on_not_before_due_on check (last_payable_on >= due_on);
grant update (last_payable_on) on invoices to enlace_app;

-- How a dispute ends: a decision for the client, for a part of the amount or against the client; a credit note for the amount; the
-- payment of the amount. `opened_by`, `resolved_by`: the name of the person, as in the audit log; no one decides a payment.
-- `reference`: the number of the client's claim at the company.
alter table disputes
  add column opened_by text not null default '',
  add column reference text check (reference <> ''),
  add column outcome text check (outcome in ('a_favor', 'parcial', 'en_contra', 'nota_credito', 'pago')),
  add column resolved_by text,
  add column credit_note_id uuid,
  add column due_on date,
  add constraint disputes_credit_note_fkey foreign key (company_id, credit_note_id) references credit_notes (company_id, id);
update disputes d set opened_by = e.actor_name from events e
where e.company_id = d.company_id and e.entity_id = d.invoice_id::text and e.name = 'dispute.opened' and abs(extract(epoch from e.at - d.opened_at)) < 5;
update disputes d set resolved_by = e.actor_name from events e
where e.company_id = d.company_id and e.entity_id = d.invoice_id::text and e.name = 'dispute.resolved' and abs(extract(epoch from e.at - d.resolved_at)) < 5;
-- Until now a decision made the amount payable again: it was against the client.
update disputes set outcome = 'en_contra' where resolved_at is not null;
update disputes d set resolved_at = now(), outcome = case when i.credited = i.total then 'nota_credito' else 'pago' end
from invoices i where i.company_id = d.company_id and i.id = d.invoice_id and d.resolved_at is null and i.balance = 0;
update invoices set disputed_amount = balance where disputed_amount > balance;
alter table disputes alter column opened_by drop default,
  add constraint disputes_outcome_only_when_resolved check ((outcome is null) = (resolved_at is null));
-- The open disputes, the oldest first, and the ended ones, the last first.
create index disputes_order on disputes (company_id, resolved_at, id);
-- The history of one invoice.
create index disputes_invoice on disputes (company_id, invoice_id);
-- The invoices with an amount in dispute.
create index invoices_disputed on invoices (company_id, id) where disputed_amount > 0;

-- The disputed amount is a part of the balance. Kept by the database, because every way to pay, credit or reverse moves the balance.
-- The undisputed amount is paid first, so a payment ends a dispute when nothing is left; without that payment it is open again.
create function follow_balance() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if new.balance > old.balance and new.disputed_amount = old.disputed_amount then
      update disputes set resolved_at = null, outcome = null
      where company_id = new.company_id and outcome = 'pago' and id = (
        select id from disputes where company_id = new.company_id and invoice_id = new.id order by id desc limit 1);
      select least(d.amount, new.balance) into new.disputed_amount
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
      new.disputed_amount := coalesce(new.disputed_amount, 0);
    elsif new.disputed_amount > new.balance then
      new.disputed_amount := new.balance;
      if new.balance = 0 then
        update disputes set resolved_at = now(), outcome = case when new.credited > old.credited then 'nota_credito' else 'pago' end
        where company_id = new.company_id and invoice_id = new.id and resolved_at is null;
      end if;
    end if;
    return new;
  end $$;
create trigger follow_balance before update of balance on invoices for each row
  when (new.disputed_amount > new.balance or new.balance > old.balance) execute function follow_balance();
alter table invoices drop constraint invoices_disputed_amount_within_total,
  add constraint invoices_disputed_amount_within_balance check (disputed_amount between 0 and balance);

-- What is owed, by client; all that a dashboard adds up is in the index.
drop index invoices_open;
create index invoices_open on invoices (company_id, client_id, last_payable_on) include (due_on, balance, disputed_amount)
  where balance > 0;
