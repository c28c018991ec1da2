-- Each list of clients that was written: what came of it, and the rows that were refused, as they came, for whoever corrects them.
create table client_imports (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  file_name text not null,
  created integer not null check (created >= 0),
  updated integer not null check (updated >= 0),
  -- {headers: [...], rows: [{line, cells: [...], reasons: [...]}]}
  refused jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
select protect('client_imports', 'company_id', 'select, insert');
