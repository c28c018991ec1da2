-- Petitions, complaints and appeals. What is filed is never edited or removed: the thread only grows, and triggers protect the rest.

-- The series of CUN, 'operator code-year', and of the internal references of a company without operator code, by year.
alter table counters drop constraint counters_prefix_check,
  add constraint counters_prefix_check check (prefix ~ '^([A-Z]{1,6}|\d{4}(-\d{2})?)$'),
  drop constraint counters_kind_check,
  add constraint counters_kind_check
    check (kind in ('contract', 'invoice', 'credit_note', 'receipt', 'reversal', 'refund', 'pqr', 'pqr_internal'));

-- The range of CUN that the regulator assigned, by year. `last_number` null: without an end.
create table pqr_ranges (
  company_id uuid not null default current_company() references companies (id),
  year integer not null check (year between 2020 and 2199),
  operator_code text not null check (operator_code ~ '^\d{4}$'),
  first_number bigint not null check (first_number between 1 and 9999999999),
  last_number bigint check (last_number between 1 and 9999999999),
  primary key (company_id, year),
  constraint pqr_ranges_ends_after_start check (last_number >= first_number)
);
select protect('pqr_ranges', 'company_id', 'select, insert, update');

-- The numbers of the official dictionary for the reports, as the company loads them.
create table pqr_regulator_codes (
  company_id uuid not null default current_company() references companies (id),
  list text not null check (list in ('typology', 'channel', 'service')),
  key text not null check (key <> ''),
  code text not null check (code ~ '^\d{1,10}$'),
  primary key (company_id, list, key)
);
select protect('pqr_regulator_codes', 'company_id', 'select, insert, update');

create table pqr_cases (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- The number that the person received when filing: 16 digits of a CUN, or an internal reference.
  reference text not null check (reference ~ '^(\d{16}|RI-\d{4}-\d{6,10})$'),
  -- Null while there is only an internal reference.
  cun text check (cun ~ '^\d{16}$'),
  type text not null check (type in ('peticion', 'queja', 'recurso_reposicion', 'recurso_reposicion_subsidio_apelacion')),
  typology text not null check (
    typology in (
      'facturacion', 'calidad', 'sin_servicio', 'instalacion', 'traslado', 'cambio_plan', 'permanencia', 'negativa_contrato', 'suspension',
      'corte', 'terminacion', 'cesion', 'atencion', 'datos_personales', 'fraude', 'otra'
    )
  ),
  service text not null check (service in ('internet', 'telefonia', 'television')),
  channel text not null check (channel in ('portal', 'web', 'telefono', 'oficina', 'correo', 'redes')),
  response_channel text not null check (response_channel in ('correo', 'portal', 'direccion', 'telefono')),
  response_address text,
  client_id uuid,
  contract_id uuid,
  invoice_id uuid,
  -- What is claimed of the invoice.
  claimed_amount centavos check (claimed_amount > 0),
  -- The person as it was when it filed.
  petitioner_name text not null check (petitioner_name <> ''),
  petitioner_type text not null check (petitioner_type in ('CC', 'CE', 'NIT', 'TI', 'PPT', 'PEP', 'PA')),
  petitioner_identification text not null check (petitioner_identification <> ''),
  petitioner_email text,
  petitioner_phone text,
  petitioner_address text,
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  -- The digest of who filed what: the second tap of the same complaint finds the first case.
  digest bytea not null,
  filed_at timestamptz not null,
  filed_on date not null,
  filed_by text not null,
  -- The last day of the answer as the person received it.
  first_answer_by date not null,

  status text not null check (
    status in (
      'radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap', 'en_reposicion', 'repuesta', 'confirmada', 'trasladada_sic',
      'decidida_sic', 'cerrada'
    )
  ),
  version integer not null default 1,
  changed_by text not null,
  assignee_id uuid,
  -- The last day of the answer that is owed, or was.
  answer_by date not null,
  -- The last instant of what the company must do next. Null: nothing.
  due_at timestamptz,
  -- The instant of the next consequence of time. Null: none.
  clock_at timestamptz,
  extended_on date,
  decision text check (decision in ('favor', 'contra', 'parcial')),
  answered_on date,
  appeal_until date,
  appeal_kind text check (appeal_kind in ('reposicion', 'reposicion_subsidio_apelacion')),
  appealed_on date,
  appeal_decision text check (appeal_decision in ('favor', 'contra', 'parcial')),
  appeal_answered_on date,
  silence_on date,
  transfer_by date,
  transferred_on date,
  sic_outcome text check (sic_outcome in ('confirma', 'modifica', 'revoca', 'improcedente')),
  sic_decided_on date,
  closed_at timestamptz,
  satisfaction integer check (satisfaction between 1 and 5),
  primary key (company_id, id),
  unique (company_id, reference),
  unique (company_id, cun),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, assignee_id) references users (company_id, id),
  constraint pqr_cases_closed_at_when_closed check ((status = 'cerrada') = (closed_at is not null)),
  constraint pqr_cases_claim_names_invoice check (claimed_amount is null or invoice_id is not null)
);
-- The queue: what must be done next first, then what needs nothing, the newest first.
create index pqr_cases_queue on pqr_cases (company_id, due_at, id desc);
create index pqr_cases_newest on pqr_cases (company_id, id desc);
create index pqr_cases_client on pqr_cases (company_id, client_id, id desc);
create index pqr_cases_contract on pqr_cases (company_id, contract_id) where contract_id is not null;
create index pqr_cases_invoice on pqr_cases (company_id, invoice_id) where invoice_id is not null;
create index pqr_cases_assignee on pqr_cases (company_id, assignee_id, due_at) where assignee_id is not null;
create index pqr_cases_digest on pqr_cases (company_id, digest, filed_at);
create index pqr_cases_month on pqr_cases (company_id, filed_on);
create index pqr_cases_decided on pqr_cases (company_id, answered_on) where answered_on is not null;
create index pqr_cases_appealed on pqr_cases (company_id, appeal_answered_on) where appeal_answered_on is not null;
-- The clock reads only the cases whose instant came.
create index pqr_cases_clock on pqr_cases (clock_at) where clock_at is not null;
-- Anyone who looks a case up names its reference or its CUN.
create index pqr_cases_reference on pqr_cases (reference);
create index pqr_cases_cun on pqr_cases (cun) where cun is not null;
select protect('pqr_cases', 'company_id', 'select, insert, update');
grant select (company_id, id, reference, cun, petitioner_identification, clock_at) on pqr_cases to enlace_platform;

create function refuse_change_of_filed() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.reference, new.type, new.channel, new.response_channel, new.response_address, new.client_id, new.contract_id,
        new.invoice_id, new.claimed_amount, new.petitioner_name, new.petitioner_type, new.petitioner_identification, new.petitioner_email,
        new.petitioner_phone, new.petitioner_address, new.subject, new.text, new.digest, new.filed_at, new.filed_on, new.filed_by, new.first_answer_by)
      is distinct from
       (old.company_id, old.id, old.reference, old.type, old.channel, old.response_channel, old.response_address, old.client_id, old.contract_id,
        old.invoice_id, old.claimed_amount, old.petitioner_name, old.petitioner_type, old.petitioner_identification, old.petitioner_email,
        old.petitioner_phone, old.petitioner_address, old.subject, old.text, old.digest, old.filed_at, old.filed_on, old.filed_by, old.first_answer_by)
      or (old.cun is not null and new.cun is distinct from old.cun) then
      raise exception 'what was filed in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
create trigger refuse_change_of_filed before update on pqr_cases for each row execute function refuse_change_of_filed();
create trigger refuse_removal before delete on pqr_cases for each row execute function refuse_change();
create trigger refuse_truncate before truncate on pqr_cases for each statement execute function refuse_change();

-- The thread: messages, internal notes and each step, with its author and its instant.
create table pqr_entries (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  kind text not null check (
    kind in (
      'filed', 'message', 'note', 'info_request', 'taken', 'assigned', 'classified', 'file', 'extended', 'answered', 'silence', 'task_done',
      'appealed', 'appeal_answered', 'window_closed', 'transferred', 'sic_decided', 'cun_set', 'notified', 'closed', 'rated'
    )
  ),
  at timestamptz not null,
  side text not null check (side in ('cliente', 'empresa', 'sistema')),
  author_id uuid,
  author text not null check (author <> ''),
  text text not null,
  is_internal boolean not null default false,
  from_status text check (
    from_status in (
      'radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap', 'en_reposicion', 'repuesta', 'confirmada', 'trasladada_sic',
      'decidida_sic', 'cerrada'
    )
  ),
  to_status text check (
    to_status in (
      'radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap', 'en_reposicion', 'repuesta', 'confirmada', 'trasladada_sic',
      'decidida_sic', 'cerrada'
    )
  ),
  decision text check (decision in ('favor', 'contra', 'parcial')),
  primary key (company_id, id),
  foreign key (company_id, case_id) references pqr_cases (company_id, id)
);
create index pqr_entries_case on pqr_entries (company_id, case_id, id);
select protect('pqr_entries', 'company_id', 'select, insert');
select append_only('pqr_entries');

create table pqr_files (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('pdf', 'image')),
  -- The name in the folder of the company.
  stored text not null check (stored ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  is_internal boolean not null,
  added_by text not null,
  added_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, case_id) references pqr_cases (company_id, id)
);
create index pqr_files_case on pqr_files (company_id, case_id, id);
select protect('pqr_files', 'company_id', 'select, insert');
select append_only('pqr_files');

-- What a positive silence or a decision for the user obliges the company to do, and until when.
create table pqr_tasks (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  text text not null check (text <> ''),
  due_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  primary key (company_id, id),
  unique (company_id, case_id, text),
  foreign key (company_id, case_id) references pqr_cases (company_id, id),
  constraint pqr_tasks_done_by_when_done check ((done_at is null) = (done_by is null))
);
select protect('pqr_tasks', 'company_id', 'select, insert');
grant update (done_at, done_by) on pqr_tasks to enlace_app;

create table pqr_templates (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  typology text check (
    typology in (
      'facturacion', 'calidad', 'sin_servicio', 'instalacion', 'traslado', 'cambio_plan', 'permanencia', 'negativa_contrato', 'suspension',
      'corte', 'terminacion', 'cesion', 'atencion', 'datos_personales', 'fraude', 'otra'
    )
  ),
  text text not null check (text <> ''),
  primary key (company_id, id)
);
create unique index pqr_templates_name on pqr_templates (company_id, lower(name));
select protect('pqr_templates');

alter table notifications drop constraint notifications_topic_check,
  add constraint notifications_topic_check check (topic in ('payments', 'invoices', 'contracts', 'pqr', 'system'));
alter table mail_choices drop constraint mail_choices_topic_check,
  add constraint mail_choices_topic_check check (topic in ('payments', 'invoices', 'contracts', 'pqr', 'system'));
