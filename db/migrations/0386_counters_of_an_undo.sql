-- undo_import locked each series of invoices after the accounts of the clients and the books, and an invoice run locks its series first: each could
-- wait for the other. Only the numbers of the contracts and of the opening documents go back; those of issued invoices never do.

-- Takes back what an import of the company of this transaction created. Returns null, or why not: 'absent', 'undone', 'closed' (books),
-- 'numbers' (later contracts or opening documents have the next numbers), or the table with something built on it. All or nothing.
create or replace function undo_import(p_import uuid) returns text
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
  declare
    company uuid := current_company();
    imported client_imports;
    taken uuid[];
    opened uuid[];
    made uuid[];
    users_made uuid[];
    blocker text;
  begin
    select * into imported from client_imports where company_id = company and id = p_import for update;
    if imported.id is null then return 'absent'; end if;
    if imported.undone_at is not null then return 'undone'; end if;

    select coalesce(array_agg(contract_id) filter (where is_contract_new), '{}'),
      coalesce(array_agg(distinct client_id) filter (where is_client_new), '{}')
    into taken, made from import_records where company_id = company and import_id = p_import;
    select coalesce(array_agg(k.user_id), '{}') into users_made from clients k where k.company_id = company and k.id = any (made);
    select coalesce(array_agg(distinct i.id), '{}') into opened
    from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    join invoices i on i.company_id = company and i.client_id = r.client_id and i.kind = 'opening' and i.created_at = imported.created_at;

    if exists (select from book_closings b where b.company_id = company and b.position = (
        select max(position) from book_closings where company_id = company)
        and b.closed_through >= (imported.created_at at time zone 'America/Bogota')::date) then
      return 'closed';
    end if;
    select case when j.payment_id is not null then 'payments' else 'invoices' end into blocker
    from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    join journal j on j.company_id = company and j.client_id = r.client_id and j.created_at > imported.created_at
    order by j.id limit 1;
    if blocker is not null then return blocker; end if;
    if exists (select from contracts c where c.company_id = company and c.id = any (taken) and c.updated_at > imported.created_at)
      or exists (select from contract_terms t where t.company_id = company and t.contract_id = any (taken) and t.created_at > imported.created_at) then
      return 'contracts';
    end if;

    perform from counters where company_id = company
      and (kind = 'contract' or (kind = 'invoice' and prefix in (select prefix from invoices where company_id = company and id = any (opened))))
    order by kind, prefix for update;
    if exists (
      select from (
        select 'contract' as kind, split_part(no_contract, '-', 1) as prefix, count(*) as count, min(split_part(no_contract, '-', 2)::bigint) as first
        from contracts where company_id = company and id = any (taken) group by 2
        union all
        select 'invoice', prefix, count(*), min(number) from invoices where company_id = company and id = any (opened) group by 2
      ) n join counters c on c.company_id = company and c.kind = n.kind and c.prefix = n.prefix
      where c.last <> n.first + n.count - 1) then
      return 'numbers';
    end if;

    perform set_config('app.undone_import', p_import::text, true);
    update counters c set last = c.last - n.count
    from (
      select 'contract' as kind, split_part(no_contract, '-', 1) as prefix, count(*) as count
      from contracts where company_id = company and id = any (taken) group by 2
      union all
      select 'invoice', prefix, count(*) from invoices where company_id = company and id = any (opened) group by 2
    ) n where c.company_id = company and c.kind = n.kind and c.prefix = n.prefix;
    -- The credit of the import that paid documents from before it.
    update invoices i set balance = i.balance + paid.amount
    from (
      select j.invoice_id, sum(j.amount) as amount
      from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
      join journal j on j.company_id = company and j.client_id = r.client_id
      where j.created_at = imported.created_at and j.credit_account = 'receivable' and j.invoice_id <> all (opened)
      group by j.invoice_id
    ) paid where i.company_id = company and i.id = paid.invoice_id;
    delete from journal j using (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    where j.company_id = company and j.client_id = r.client_id and j.created_at = imported.created_at;
    delete from invoice_lines where company_id = company and invoice_id = any (opened);
    delete from invoices where company_id = company and id = any (opened);
    delete from import_records where company_id = company and import_id = p_import;
    delete from suspension_intervals where company_id = company and contract_id = any (taken);
    delete from contract_terms where company_id = company and contract_id = any (taken);
    delete from contracts where company_id = company and id = any (taken);
    delete from clients where company_id = company and id = any (made);
    delete from users where company_id = company and id = any (users_made) and role = 'client';
    delete from plans where company_id = company and id = any (imported.plans);
    update client_imports set undone_at = now() where company_id = company and id = p_import;
    perform set_config('app.undone_import', '', true);
    return null;
  exception when foreign_key_violation then
    get stacked diagnostics blocker = table_name;
    return blocker;
  end $$;
