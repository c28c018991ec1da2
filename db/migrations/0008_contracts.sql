-- Which plan a contract came from: enough to know whether a plan is in use. The rest of a contract arrives with its own room.
create table contracts (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  no_contract text not null check (no_contract ~ '^[A-Z]{1,4}-\d{6}$'),
  plan_id uuid not null,
  status text not null default 'draft'
    check (status in ('draft', 'awaiting_installation', 'active', 'suspended', 'terminated', 'cancelled')),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, no_contract),
  foreign key (company_id, plan_id) references plans (company_id, id)
);
create index contracts_plan on contracts (company_id, plan_id);
select protect('contracts');
