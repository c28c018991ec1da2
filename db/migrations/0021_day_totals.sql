-- What was invoiced and what came in, each day: a dashboard reads a few hundred rows and not a million documents. Kept by the
-- database itself in the transaction of each document; invariant I18 compares them with the documents.
create table day_totals (
  company_id uuid not null default current_company() references companies (id),
  kind text not null check (kind in ('invoiced', 'collected')),
  day date not null,
  documents integer not null check (documents >= 0),
  amount centavos not null check (amount >= 0),
  primary key (company_id, kind, day)
);
select protect('day_totals', 'company_id', 'select');
grant select on day_totals to enlace_platform;

-- Opening balances were invoiced somewhere else. A payment that is reversed counts no more on the day it came in.
create function count_invoiced() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'invoiced', issued_on, count(*), sum(total) from written where kind <> 'opening' group by company_id, issued_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $$;
create trigger count_day after insert on invoices referencing new table as written
  for each statement execute function count_invoiced();

create function count_collected() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'collected', paid_on, count(*), sum(amount) from written group by company_id, paid_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $$;
create trigger count_day after insert on payments referencing new table as written
  for each statement execute function count_collected();

create function count_reversed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update day_totals t set documents = t.documents - gone.documents, amount = t.amount - gone.amount
    from (
      select p.company_id, p.paid_on, count(*) as documents, sum(p.amount) as amount
      from written w join payments p on p.company_id = w.company_id and p.id = w.payment_id group by p.company_id, p.paid_on
    ) gone
    where t.company_id = gone.company_id and t.kind = 'collected' and t.day = gone.paid_on;
    return null;
  end $$;
create trigger count_day after insert on payment_reversals referencing new table as written
  for each statement execute function count_reversed();

insert into day_totals (company_id, kind, day, documents, amount)
select company_id, 'invoiced', issued_on, count(*), sum(total) from invoices where kind <> 'opening' group by company_id, issued_on
union all
select p.company_id, 'collected', p.paid_on, count(*), sum(p.amount) from payments p
where not exists (select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id) group by p.company_id, p.paid_on;

-- What is owed, by when it was due, without opening a single document.
create index invoices_owed on invoices (company_id, due_on) include (balance, disputed_amount, client_id) where balance > 0;
-- The contracts of each state, by when they are billed.
create index contracts_status on contracts (company_id, status, billing_cut_day) include (id, active_from, active_to);
create index invoices_monthly on invoices (company_id, period) include (contract_id) where kind = 'period';

-- How the platform is: it counts, and sees nothing of anybody's clients.
grant select (company_id, status) on contracts to enlace_platform;
grant select (company_id, status) on messages to enlace_platform;
create function stuck_jobs() returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin return (select count(*) from graphile_worker.jobs where last_error is not null); end $$;
revoke execute on function stuck_jobs() from public;
grant execute on function stuck_jobs() to enlace_platform;
