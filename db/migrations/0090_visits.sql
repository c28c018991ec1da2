-- The visits of technicians to the place of a contract: installation, pick-up of equipment, transfer, repair.
create table visits (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null check (kind in ('instalacion', 'retiro', 'translado', 'reinstalacion', 'cambio_equipo', 'revision')),
  -- Open: planned, and moved to another day. A visit without a day or without a technician is not assigned yet.
  state text not null default 'planned' check (state in ('planned', 'moved', 'done', 'missed', 'cancelled')),
  day date,
  slot text not null default 'dia' check (slot in ('dia', 'manana', 'tarde', 'horas')),
  -- 'HH:MM' in Bogotá, of the slot 'horas'.
  from_time text check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time text check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  technician_id uuid,
  bring text check (bring <> ''),
  note text check (note <> ''),
  -- Why it was cancelled or missed.
  reason text check (reason <> ''),
  -- The installation report that closed it.
  report_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint visits_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint visits_technician_id_fkey foreign key (company_id, technician_id) references users (company_id, id),
  constraint visits_hours check ((slot = 'horas') = (from_time is not null) and (from_time is null) = (to_time is null) and from_time < to_time),
  constraint visits_has_reason check (state not in ('missed', 'cancelled') or reason is not null),
  constraint visits_has_day check (state not in ('moved', 'done', 'missed') or day is not null)
);
-- One open visit of a kind for each contract, also when two users plan it at the same time.
create unique index visits_open on visits (company_id, contract_id, kind) where state in ('planned', 'moved');
create index visits_contract on visits (company_id, contract_id);
create index visits_day on visits (company_id, day);
create index visits_technician on visits (company_id, technician_id, day);
create index visits_to_assign on visits (company_id, id) where state in ('planned', 'moved') and (day is null or technician_id is null);
select protect('visits', 'company_id', 'select, insert, update');

-- Each state that a visit had: what was planned, by whom, and why it changed.
create table visit_changes (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  visit_id uuid not null,
  state text not null check (state in ('planned', 'moved', 'done', 'missed', 'cancelled')),
  day date,
  slot text not null check (slot in ('dia', 'manana', 'tarde', 'horas')),
  from_time text,
  to_time text,
  technician_id uuid,
  reason text,
  actor_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint visit_changes_visit_id_fkey foreign key (company_id, visit_id) references visits (company_id, id),
  constraint visit_changes_technician_id_fkey foreign key (company_id, technician_id) references users (company_id, id)
);
create index visit_changes_visit on visit_changes (company_id, visit_id, id);
select protect('visit_changes', 'company_id', 'select, insert');
select append_only('visit_changes');

-- The installations that are not done yet: those with a day were planned in the contract.
insert into visits (company_id, contract_id, kind, day, technician_id, created_by)
select company_id, id, 'instalacion', scheduled_on, technician_id, 'Enlace' from contracts where status = 'awaiting_installation';
insert into visit_changes (company_id, visit_id, state, day, slot, technician_id, actor_name)
select company_id, id, state, day, slot, technician_id, created_by from visits;

-- The emails about visits.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(one.matched[1]), ', ') || ', ''visit''' into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') one (matched)
  where conname = 'messages_kind_check' and conrelid = 'messages'::regclass;
  alter table messages drop constraint messages_kind_check;
  execute format('alter table messages add constraint messages_kind_check check (kind in (%s))', kinds);
end $$;
