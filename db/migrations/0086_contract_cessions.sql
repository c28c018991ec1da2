-- The cessions of contracts: asked for, then accepted or refused. Rows are only added and completed: who held a contract on a day is
-- read from them. Invoices, annexes and signatures keep their own client (docs/decisions/0042).
create table contract_cessions (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  from_client_id uuid not null,
  to_client_id uuid not null,
  requested_on date not null,
  answer_by date not null,
  created_at timestamptz not null default now(),
  decision text check (decision in ('accepted', 'refused')),
  decided_at timestamptz,
  -- How the new holder accepted in writing, or why the company refused.
  decided_reason text check (decided_reason <> ''),
  -- The first day that the new holder pays: the first of a period.
  effective_on date,
  applied_at timestamptz,
  notice text check (notice in ('near', 'late')),
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, from_client_id) references clients (company_id, id),
  foreign key (company_id, to_client_id) references clients (company_id, id),
  constraint contract_cessions_holders_check check (from_client_id <> to_client_id),
  constraint contract_cessions_decided_check
    check ((decision is null) = (decided_at is null) and (decision is null) = (decided_reason is null)),
  constraint contract_cessions_effect_check check ((decision is not distinct from 'accepted') = (effective_on is not null)),
  constraint contract_cessions_applied_check check (applied_at is null or effective_on is not null)
);
create unique index contract_cessions_open on contract_cessions (company_id, contract_id)
  where decision is null or (decision = 'accepted' and applied_at is null);
create index contract_cessions_contract on contract_cessions (company_id, contract_id, effective_on);
create index contract_cessions_from on contract_cessions (company_id, from_client_id);
create index contract_cessions_to on contract_cessions (company_id, to_client_id);
select protect('contract_cessions', 'company_id', 'select, insert, update');

-- The first day of the newest accepted cession.
alter table contracts add column ceded_on date;
-- Whether the desk was notified that the last day of an installation is near or has passed.
alter table contracts add column installation_notice text check (installation_notice in ('near', 'late'));
create index contracts_installation on contracts (company_id, installation_due_on) where status = 'awaiting_installation';
