-- The photos and signatures of installation reports, uploaded before the report that names them. The row says which file; the bytes are
-- in the folder of the company. One that no report names is deleted after some days.
create table evidence_files (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- The name in the folder, without the ending.
  name text not null check (name ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('photo', 'signature')),
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  -- The report that names it: one, for ever.
  report_id uuid,
  primary key (company_id, id),
  constraint evidence_files_uploaded_by_fkey foreign key (company_id, uploaded_by) references users (company_id, id)
);
create unique index evidence_files_name on evidence_files (company_id, name);
create index evidence_files_unused on evidence_files (company_id, created_at) where report_id is null;
select protect('evidence_files', 'company_id', 'select, insert, delete');
grant update (report_id) on evidence_files to enlace_app;

-- The installation reports ('actas'), with the field names of the specification.
create table installation_reports (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- The device makes it: a repeated request does not make a second report. The digest says whether its data are the same.
  client_uuid uuid not null,
  digest bytea not null check (length(digest) = 32),
  contract_id uuid not null,
  -- The holder on that day: a later holder of the contract does not read it.
  client_id uuid not null,
  municipality_code text not null check (municipality_code ~ '^\d{5}$'),
  consecutive bigint not null check (consecutive > 0),
  -- The times of the device, and the time of the server when it received them.
  start_time timestamptz not null,
  end_time timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  -- The day of the visit in Bogotá, corrected when the clock of the device is wrong.
  visit_on date not null,
  is_clock_off boolean not null,
  type_order_job text not null check (type_order_job in ('retiro', 'instalacion', 'translado', 'reinstalacion', 'cambio_equipo')),
  tecnology_service text not null check (tecnology_service in ('radio_enlace', 'television', 'fibra_optica')),
  initial_service_condition text,
  description_activity text,
  observation_electrical_condition text,
  alternative_name text,
  alternative_email text,
  alternative_telephone text,
  alternative_phone text,
  signature_technical_file uuid not null,
  signature_client_file uuid not null,
  signature_anexo_file uuid,
  evi_img_file1 uuid,
  evi_img_file2 uuid,
  evi_img_file3 uuid,
  -- The only column that changes: once, from null.
  evi_vid_url text check (evi_vid_url ~ '^https?://\S+$'),
  bandwidth double precision check (bandwidth >= 0),
  observation_speed_test_service text,
  property_coverage_service boolean,
  observation_information_additional text,
  -- Per weekday: whether the service is used, and for how many hours.
  use_days_service jsonb,
  agreement_datetime_visit boolean,
  date_visit date,
  time_visit text check (time_visit ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  cause_reason text,
  satisfaction_survey_1 text not null check (satisfaction_survey_1 in ('E', 'B', 'R', 'M', 'NA')),
  satisfaction_survey_2 text not null check (satisfaction_survey_2 in ('E', 'B', 'R', 'M', 'NA')),
  satisfaction_survey_3 text not null check (satisfaction_survey_3 in ('E', 'B', 'R', 'M', 'NA')),
  -- What was contracted when the report arrived, in Mb/s, and the share of it that each test must reach.
  contracted_download double precision,
  contracted_upload double precision,
  share_bps integer not null check (share_bps > 0),
  is_under_speed boolean not null,
  -- What the report changed in its contract.
  effect text not null check (effect in ('activated', 'ended', 'reconnected', 'moved', 'none', 'task')),
  effect_sentence text not null,
  -- The contract, its client and the company, and the author, as they were when the report arrived.
  contract jsonb not null,
  author jsonb not null,
  created_by uuid not null,
  primary key (company_id, id),
  constraint installation_reports_client_uuid_key unique (company_id, client_uuid),
  constraint installation_reports_consecutive_key unique (company_id, municipality_code, consecutive),
  constraint installation_reports_end_not_before_start check (end_time >= start_time),
  constraint installation_reports_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint installation_reports_client_id_fkey foreign key (company_id, client_id) references clients (company_id, id),
  constraint installation_reports_created_by_fkey foreign key (company_id, created_by) references users (company_id, id),
  constraint installation_reports_technical_file_fkey foreign key (company_id, signature_technical_file) references evidence_files (company_id, id),
  constraint installation_reports_client_file_fkey foreign key (company_id, signature_client_file) references evidence_files (company_id, id),
  constraint installation_reports_anexo_file_fkey foreign key (company_id, signature_anexo_file) references evidence_files (company_id, id),
  constraint installation_reports_img1_file_fkey foreign key (company_id, evi_img_file1) references evidence_files (company_id, id),
  constraint installation_reports_img2_file_fkey foreign key (company_id, evi_img_file2) references evidence_files (company_id, id),
  constraint installation_reports_img3_file_fkey foreign key (company_id, evi_img_file3) references evidence_files (company_id, id)
);
create index installation_reports_contract on installation_reports (company_id, contract_id, visit_on, id);
create index installation_reports_client on installation_reports (company_id, client_id, visit_on, id);
create index installation_reports_visit_on on installation_reports (company_id, visit_on, id);
create index installation_reports_under_speed on installation_reports (company_id, visit_on, id) where is_under_speed;
select protect('installation_reports', 'company_id', 'select, insert');
grant update (evi_vid_url) on installation_reports to enlace_app;

create function refuse_report_change() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'UPDATE' and old.evi_vid_url is null and to_jsonb(new) - 'evi_vid_url' = to_jsonb(old) - 'evi_vid_url' then
      return new;
    end if;
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$;
create trigger video_once before update or delete on installation_reports for each row execute function refuse_report_change();
create trigger append_only_truncate before truncate on installation_reports for each statement execute function refuse_change();

-- The three speed tests of a report: Mb/s and milliseconds.
create table report_speed_tests (
  company_id uuid not null default current_company() references companies (id),
  report_id uuid not null,
  number integer not null check (number between 1 and 3),
  speed_download double precision not null check (speed_download >= 0),
  speed_upload double precision not null check (speed_upload >= 0),
  speed_latency double precision not null check (speed_latency >= 0),
  primary key (company_id, report_id, number),
  constraint report_speed_tests_report_id_fkey foreign key (company_id, report_id) references installation_reports (company_id, id)
);
select protect('report_speed_tests', 'company_id', 'select, insert');
select append_only('report_speed_tests');

-- What a report could not do by itself, for the financial desk.
create table report_tasks (
  company_id uuid not null default current_company() references companies (id),
  report_id uuid not null,
  reason text not null check (reason <> ''),
  done_at timestamptz,
  done_by text,
  note text check (note <> ''),
  primary key (company_id, report_id),
  constraint report_tasks_report_id_fkey foreign key (company_id, report_id) references installation_reports (company_id, id),
  constraint report_tasks_done check ((done_at is null) = (done_by is null) and (done_at is null) = (note is null))
);
create index report_tasks_open on report_tasks (company_id, report_id) where done_at is null;
select protect('report_tasks', 'company_id', 'select, insert');
grant update (done_at, done_by, note) on report_tasks to enlace_app;

-- The equipment and the technical data of a report: each row is one save, and the last one is in force.
create table report_equipment (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  report_id uuid not null,
  equipment jsonb not null,
  technical_data jsonb not null,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by uuid not null,
  saved_by_name text not null,
  primary key (company_id, id),
  constraint report_equipment_report_id_fkey foreign key (company_id, report_id) references installation_reports (company_id, id),
  constraint report_equipment_saved_by_fkey foreign key (company_id, saved_by) references users (company_id, id)
);
create index report_equipment_report on report_equipment (company_id, report_id, id);
select protect('report_equipment', 'company_id', 'select, insert');
select append_only('report_equipment');

-- A series of numbers for each municipality, by its DANE code.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(known[1]), ', ') || ', ''installation_report''' into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') known
  where conname = 'counters_kind_check' and conrelid = 'counters'::regclass;
  alter table counters drop constraint counters_kind_check;
  execute format('alter table counters add constraint counters_kind_check check (kind in (%s))', kinds);
end $$;
alter table counters drop constraint counters_prefix_check;
alter table counters add constraint counters_prefix_check check (prefix ~ '^([A-Z]{1,6}|\d{5})$');
