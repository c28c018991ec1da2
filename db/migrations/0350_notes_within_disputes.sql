-- What credit notes of less than a dispute took off it, because nothing else of the invoice was owed, with those notes. It is given back:
-- it is not in dispute again when a payment is reversed, and the decision does not give it a second time.
alter table disputes
  add column noted_amount centavos not null default 0,
  add column noted_ids uuid[] not null default '{}',
  add constraint disputes_noted_within_amount check (noted_amount >= 0 and noted_amount < amount);

create or replace function follow_balance() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if new.balance > old.balance and new.disputed_amount = old.disputed_amount then
      update disputes set resolved_at = null, outcome = null
      where company_id = new.company_id and outcome = 'pago' and id = (
        select id from disputes where company_id = new.company_id and invoice_id = new.id order by id desc limit 1);
      select least(d.amount - d.noted_amount, new.balance) into new.disputed_amount
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
