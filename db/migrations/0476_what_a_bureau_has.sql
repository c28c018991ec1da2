-- What a bureau has of each invoice of a reported debt, less what it was notified of since: a claim or an agreement of another part of an invoice is
-- not reported, and its payment is no update. updated_on: the last day whose payments the bureau knows.
alter table bureau_case_invoices add reported centavos constraint bureau_case_invoices_reported_check check (reported::bigint >= 0);
alter table bureau_cases add updated_on date,
  add constraint bureau_cases_updated_after_report check (updated_on is null or updated_on >= reported_on);
grant update (reported) on bureau_case_invoices to enlace_app;
grant update (updated_on) on bureau_cases to enlace_app;

drop trigger append_only on bureau_case_invoices;
create trigger append_only before delete or update of company_id, case_id, invoice_id on bureau_case_invoices
  for each row execute function refuse_change();

-- The debt of the reports of before, in the order of its invoices; what is left of it is of the last one.
update bureau_case_invoices g set reported = s.share
from (
  select o.company_id, o.case_id, o.invoice_id,
    greatest(0, case when o.is_last then o.reported_debt - o.before else least(o.total, o.reported_debt - o.before) end) as share
  from (
    select g.company_id, g.case_id, g.invoice_id, b.reported_debt::bigint as reported_debt, i.total::bigint as total,
      coalesce(sum(i.total::bigint) over (w rows between unbounded preceding and 1 preceding), 0) as before,
      row_number() over (partition by g.company_id, g.case_id order by g.invoice_id desc) = 1 as is_last
    from bureau_case_invoices g
    join bureau_cases b on b.company_id = g.company_id and b.id = g.case_id and b.reported_on is not null
    join invoices i on i.company_id = g.company_id and i.id = g.invoice_id
    window w as (partition by g.company_id, g.case_id order by g.invoice_id)
  ) o
) s where g.company_id = s.company_id and g.case_id = s.case_id and g.invoice_id = s.invoice_id;

-- A reported debt may wait for its update while another one of the same client is in the list.
drop index bureau_cases_open;
create unique index bureau_cases_open on bureau_cases (company_id, client_id) where outcome is null and reported_on is null;
