-- The annexes of a contract: a PDF or a photograph that the desk attached. The row says which file; the bytes are in the folder of the
-- company. A removed annex keeps its row, its reason and its file: what proved something stays provable.
create table contract_documents (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  -- The holder on the day of the annex: a later holder of the contract does not read it.
  client_id uuid not null,
  title text not null check (title <> ''),
  kind text not null check (kind in ('pdf', 'image')),
  stored_name text not null check (stored_name <> ''),
  bytes integer not null check (bytes > 0),
  added_by uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid,
  removed_reason text check (removed_reason <> ''),
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, added_by) references users (company_id, id),
  foreign key (company_id, removed_by) references users (company_id, id),
  constraint contract_documents_removed_check
    check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removed_reason is null))
);
create index contract_documents_contract on contract_documents (company_id, contract_id, id);
select protect('contract_documents', 'company_id', 'select, insert, update');
