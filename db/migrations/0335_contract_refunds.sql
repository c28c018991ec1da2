-- What is paid back of a contract that is void: its client retracted (Ley 1480 de 2011, art. 47) or it was not installed in time. That part of the
-- credit in favour pays no invoice. `due_on`: the last day to pay it back, of a retraction. A row is closed when all of it was paid back, or when
-- the payment that it came from was reversed.
create table contract_refunds (
  company_id uuid not null default current_company() references companies (id),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null,
  returned centavos not null default 0 check (returned >= 0),
  due_on date,
  notice text check (notice in ('near', 'late')),
  closed_on date,
  created_at timestamptz not null default now(),
  primary key (company_id, contract_id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  constraint contract_refunds_returned_within_amount check (returned <= amount),
  constraint contract_refunds_closed_when_returned check ((closed_on is not null) = (returned = amount))
);
create index contract_refunds_open on contract_refunds (company_id, client_id) where closed_on is null;
create index contract_refunds_listed on contract_refunds (company_id, closed_on desc nulls first, due_on, contract_id);
select protect('contract_refunds', 'company_id', 'select, insert');
grant update (amount, returned, notice, closed_on) on contract_refunds to enlace_app;

-- Of the contracts that are void already: what their credit notes gave in favour, less what was paid back to the client since, and at most the
-- credit that the client still has. Of several contracts of a client the first ones come first.
with given as (
  select c.company_id, c.id, c.client_id, c.refund_by, sum(j.amount) as amount, min(n.created_at) as noted_at
  from contracts c
  join invoices i on i.company_id = c.company_id and i.contract_id = c.id and i.client_id = c.client_id
  join credit_notes n on n.company_id = i.company_id and n.invoice_id = i.id
  join journal j on j.company_id = n.company_id and j.client_id = i.client_id and j.credit_note_id = n.id and j.credit_account = 'credit'
  where c.status = 'cancelled' and (c.retracted_on is not null or c.installation_notice = 'late')
  group by c.company_id, c.id, c.client_id, c.refund_by
), owed as (
  select g.company_id, g.client_id, least(
    sum(g.amount) - (select coalesce(sum(r.amount), 0) from credit_refunds r
      where r.company_id = g.company_id and r.client_id = g.client_id and r.created_at >= min(g.noted_at)),
    (select coalesce(sum(case when j.credit_account = 'credit' then j.amount else -j.amount end), 0) from journal j
      where j.company_id = g.company_id and j.client_id = g.client_id and 'credit' in (j.debit_account, j.credit_account))
  ) as amount
  from given g group by g.company_id, g.client_id
), parts as (
  select g.company_id, g.id, g.client_id, g.refund_by,
    least(g.amount, o.amount - (sum(g.amount) over (partition by g.company_id, g.client_id order by g.id) - g.amount)) as amount
  from given g join owed o on o.company_id = g.company_id and o.client_id = g.client_id
)
insert into contract_refunds (company_id, contract_id, client_id, amount, due_on)
select company_id, id, client_id, amount, refund_by from parts where amount > 0;
