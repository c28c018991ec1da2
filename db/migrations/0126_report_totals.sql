-- The totals of the reports: what was billed each day by plan, place and VAT, and what came in by method. A report adds a few thousand
-- rows and not a million documents. The triggers keep them in the transaction of each document; invariant I26 compares them.
create table billed_totals (
  company_id uuid not null default current_company() references companies (id),
  day date not null,
  -- Of opening balances, which were billed in another system, only the credit notes count ('opening_note').
  source text not null check (source in ('invoice', 'credit_note', 'opening_note')),
  -- The name of the plan on the document, as it was signed; '' without one.
  plan text not null,
  -- The monthly fee and its adjustments; false for charges.
  is_fee boolean not null,
  municipality_code text not null,
  segment text not null,
  -- 0: without one.
  stratum integer not null,
  vat_treatment text not null,
  vat_bps integer not null,
  -- Documents counted once, on the row of their first line.
  documents integer not null,
  base centavos not null,
  vat centavos not null,
  primary key (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps)
);
select protect('billed_totals', 'company_id', 'select');

create function count_billed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into billed_totals as t
    select w.company_id, i.issued_on, 'invoice', i.plan, w.kind in ('plan', 'plan_adjustment'), coalesce(c.municipality_code, ''),
      coalesce(c.segment, ''), coalesce(c.stratum, 0), w.vat_treatment, w.vat_bps, count(*) filter (where w.position = 1), sum(w.base),
      sum(w.vat)
    from written w
    -- By key, whatever the statistics say.
    cross join lateral (
      select issued_on, contract_id, kind, coalesce(snapshot ->> 'plan', '') as plan from invoices i
      where i.company_id = w.company_id and i.id = w.invoice_id offset 0
    ) i
    left join lateral (
      select municipality_code, segment, stratum from contracts c where c.company_id = w.company_id and c.id = i.contract_id offset 0
    ) c on true
    where i.kind <> 'opening' group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps) do update
      set documents = t.documents + excluded.documents, base = t.base + excluded.base, vat = t.vat + excluded.vat;
    return null;
  end $$;
create trigger count_billed after insert on invoice_lines referencing new table as written
  for each statement execute function count_billed();

create function count_credited() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into billed_totals as t
    select w.company_id, w.issued_on, case when i.kind = 'opening' then 'opening_note' else 'credit_note' end, i.plan,
      coalesce(l.kind in ('plan', 'plan_adjustment'), false), coalesce(c.municipality_code, ''), coalesce(c.segment, ''),
      coalesce(c.stratum, 0), coalesce(l.vat_treatment, 'excluido'), coalesce(l.vat_bps, 0), count(*) filter (where part.place = 1),
      sum((part.value ->> 'base')::bigint), sum((part.value ->> 'vat')::bigint)
    from written w
    cross join lateral jsonb_array_elements(w.lines) with ordinality part (value, place)
    cross join lateral (
      select contract_id, kind, coalesce(snapshot ->> 'plan', '') as plan from invoices i
      where i.company_id = w.company_id and i.id = w.invoice_id offset 0
    ) i
    left join lateral (
      select kind, vat_treatment, vat_bps from invoice_lines l
      where l.company_id = w.company_id and l.invoice_id = w.invoice_id and l.position = (part.value ->> 'position')::smallint offset 0
    ) l on true
    left join lateral (
      select municipality_code, segment, stratum from contracts c where c.company_id = w.company_id and c.id = i.contract_id offset 0
    ) c on true
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps) do update
      set documents = t.documents + excluded.documents, base = t.base + excluded.base, vat = t.vat + excluded.vat;
    return null;
  end $$;
create trigger count_credited after insert on credit_notes referencing new table as written
  for each statement execute function count_credited();

-- What came in each day by method, what was reversed and what was returned, each on its own day.
create table received_totals (
  company_id uuid not null default current_company() references companies (id),
  day date not null,
  source text not null check (source in ('payment', 'reversal', 'refund')),
  method text not null,
  documents integer not null,
  amount centavos not null,
  withheld centavos not null,
  primary key (company_id, day, source, method)
);
select protect('received_totals', 'company_id', 'select');

create function count_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into received_totals as t
    select company_id, paid_on, 'payment', method, count(*), sum(amount), sum(retefuente + reteiva + reteica) from written
    group by company_id, paid_on, method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount, withheld = t.withheld + excluded.withheld;
    return null;
  end $$;
create trigger count_received after insert on payments referencing new table as written
  for each statement execute function count_received();

create function count_received_back() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into received_totals as t
    select w.company_id, w.reversed_on, 'reversal', p.method, count(*), sum(p.amount), sum(p.retefuente + p.reteiva + p.reteica)
    from written w
    cross join lateral (select * from payments p where p.company_id = w.company_id and p.id = w.payment_id offset 0) p
    group by w.company_id, w.reversed_on, p.method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount, withheld = t.withheld + excluded.withheld;
    return null;
  end $$;
create trigger count_received_back after insert on payment_reversals referencing new table as written
  for each statement execute function count_received_back();

create function count_returned() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into received_totals as t
    select company_id, paid_on, 'refund', method, count(*), sum(amount), 0 from written
    group by company_id, paid_on, method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $$;
create trigger count_returned after insert on credit_refunds referencing new table as written
  for each statement execute function count_returned();

insert into billed_totals
select l.company_id, i.issued_on, 'invoice', coalesce(i.snapshot ->> 'plan', ''), l.kind in ('plan', 'plan_adjustment'),
  coalesce(c.municipality_code, ''), coalesce(c.segment, ''), coalesce(c.stratum, 0), l.vat_treatment, l.vat_bps,
  count(*) filter (where l.position = 1), sum(l.base), sum(l.vat)
from invoice_lines l
join invoices i on i.company_id = l.company_id and i.id = l.invoice_id and i.kind <> 'opening'
left join contracts c on c.company_id = i.company_id and c.id = i.contract_id
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
union all
select n.company_id, n.issued_on, case when i.kind = 'opening' then 'opening_note' else 'credit_note' end, coalesce(i.snapshot ->> 'plan', ''),
  coalesce(l.kind in ('plan', 'plan_adjustment'), false), coalesce(c.municipality_code, ''), coalesce(c.segment, ''), coalesce(c.stratum, 0),
  coalesce(l.vat_treatment, 'excluido'), coalesce(l.vat_bps, 0), count(*) filter (where part.place = 1),
  sum((part.value ->> 'base')::bigint), sum((part.value ->> 'vat')::bigint)
from credit_notes n
cross join lateral jsonb_array_elements(n.lines) with ordinality part (value, place)
join invoices i on i.company_id = n.company_id and i.id = n.invoice_id
left join invoice_lines l on l.company_id = n.company_id and l.invoice_id = n.invoice_id and l.position = (part.value ->> 'position')::smallint
left join contracts c on c.company_id = i.company_id and c.id = i.contract_id
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;

insert into received_totals
select company_id, paid_on, 'payment', method, count(*), sum(amount), sum(retefuente + reteiva + reteica) from payments group by 1, 2, 4
union all
select r.company_id, r.reversed_on, 'reversal', p.method, count(*), sum(p.amount), sum(p.retefuente + p.reteiva + p.reteica)
from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id group by 1, 2, 4
union all
select company_id, paid_on, 'refund', method, count(*), sum(amount), 0 from credit_refunds group by 1, 2, 4;

-- The complaints of a range of days, and the installation reports of one.
create index pqr_cases_filed on pqr_cases (company_id, filed_on);
create index installation_reports_day on installation_reports (company_id, visit_on);
-- The sales book of a range of days.
create index invoices_issued on invoices (company_id, issued_on, id);
