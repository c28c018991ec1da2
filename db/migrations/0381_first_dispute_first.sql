-- Disputes that a payment ended are open again with the first one first, when that payment is reversed: the last ones are those that a payment
-- ends first, so the invoice is as it was when it owed the same.
create or replace function follow_balance() returns trigger language plpgsql set search_path = public, pg_temp as $$
  declare
    claimed bigint;
  begin
    if new.balance > old.balance and new.disputed_amount = old.disputed_amount then
      select coalesce(sum(d.amount - d.noted_amount), 0) into claimed
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
      update disputes d set resolved_at = null, outcome = null
      from (
        select p.id, sum(p.amount - p.noted_amount) over (order by p.id) - (p.amount - p.noted_amount) as before
        from disputes p where p.company_id = new.company_id and p.invoice_id = new.id and p.outcome = 'pago'
      ) p
      where d.company_id = new.company_id and d.id = p.id and claimed + p.before < new.balance;
      select least(coalesce(sum(d.amount - d.noted_amount), 0), new.balance) into new.disputed_amount
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
    elsif new.disputed_amount > new.balance then
      new.disputed_amount := new.balance;
      update disputes d
      set resolved_at = now(), outcome = case when new.credited > old.credited then 'nota_credito' else 'pago' end
      from (
        select o.id, sum(o.amount - o.noted_amount) over (order by o.id) - (o.amount - o.noted_amount) as before
        from disputes o where o.company_id = new.company_id and o.invoice_id = new.id and o.resolved_at is null
      ) o
      where d.company_id = new.company_id and d.id = o.id and o.before >= new.balance;
    end if;
    return new;
  end $$;
