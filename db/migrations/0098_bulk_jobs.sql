-- An action over the rows of a list: the rows are those of its filter when it was asked for, and each one ends as done or failed.
create table bulk_jobs (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  action text not null check (action in ('send_invoices', 'zip_invoices', 'print_invoices', 'send_access')),
  -- The query string of the list.
  query text not null check (length(query) <= 4000),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total integer not null check (total > 0),
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  problem text,
  -- The result of an action that makes a file.
  file_name text check (file_name <> ''),
  fence integer not null default 0,
  heartbeat_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (company_id, id),
  constraint bulk_jobs_counts check (done + failed <= total)
);
create unique index bulk_jobs_open on bulk_jobs (company_id) where status in ('queued', 'running');
create index bulk_jobs_created_at on bulk_jobs (created_at);
select protect('bulk_jobs');
grant select, delete on bulk_jobs to enlace_platform;

create table bulk_items (
  company_id uuid not null default current_company() references companies (id),
  job_id uuid not null,
  position integer not null check (position > 0),
  -- The row of the list.
  subject_id uuid not null,
  name text not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'failed')),
  reason text check (reason <> ''),
  primary key (company_id, job_id, position),
  constraint bulk_items_job_id_fkey foreign key (company_id, job_id) references bulk_jobs (company_id, id) on delete cascade,
  constraint bulk_items_reason check ((outcome = 'failed') = (reason is not null))
);
select protect('bulk_items');
grant delete on bulk_items to enlace_platform;
