-- A payment that its provider voids after its money was returned to the client: what the client got twice is a debt of its own. It is no sale,
-- so that it has no VAT, no electronic document and no place in the totals of what was invoiced.
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('period', 'one_off', 'opening', 'voided_payment'));

create or replace function count_invoiced() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'invoiced', issued_on, count(*), sum(total) from written
    where kind in ('period', 'one_off') group by company_id, issued_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $$;

create or replace function count_billed() returns trigger
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
    where i.kind in ('period', 'one_off') group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps) do update
      set documents = t.documents + excluded.documents, base = t.base + excluded.base, vat = t.vat + excluded.vat;
    return null;
  end $$;
