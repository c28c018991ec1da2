-- The electronic document of an invoice or of a credit note: what is sent to the DIAN through the company's provider. The charge exists
-- at once; its document may take days, and nothing of the charge waits for it.

-- One queue for each company that sends: a worker takes the lease, and sends one document at a time.
create table electronic_queues (
  company_id uuid not null default current_company() references companies (id),
  -- Fencing token: it changes with each lease, and a worker that lost the lease can write nothing.
  fence bigint not null default 0,
  leased_until timestamptz,
  -- Nothing is sent before this instant: the provider limits the calls, or something of the company must be mended first.
  wait_until timestamptz,
  problem text check (problem in ('credentials', 'range', 'blocked', 'account', 'limited', 'unanswered')),
  problem_text text,
  problem_since timestamptz,
  -- Calls in a row without an answer.
  failures integer not null default 0,
  ranges_read_at timestamptz,
  paused_at timestamptz,
  paused_by text,
  primary key (company_id),
  constraint electronic_queues_paused_by_when_paused check ((paused_at is null) = (paused_by is null)),
  constraint electronic_queues_problem_since check ((problem is null) = (problem_since is null))
);
select protect('electronic_queues', 'company_id', 'select, insert, update');
grant select (company_id, leased_until, wait_until, paused_at) on electronic_queues to enlace_platform;

create table electronic_documents (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The invoice, or the one that the note corrects.
  invoice_id uuid not null,
  credit_note_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sending', 'pending_dian', 'rejected', 'manual', 'validated')),
  queued_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- From the first try on. The reference is the same in each try.
  environment text check (environment in ('test', 'production')),
  reference text,
  -- What is sent, frozen: the same text in each try. Written again only for a document that the provider does not have.
  payload jsonb,
  frozen_at timestamptz,
  tries integer not null default 0,
  -- Whether a try may have left a document at the provider: it is asked for by its reference before the next try.
  is_doubtful boolean not null default false,
  pending_since timestamptz,
  next_try_at timestamptz,
  reason text check (
    reason in (
      'check_digit', 'identification', 'name', 'email', 'address', 'municipality', 'phone', 'range', 'date', 'totals', 'note_reference',
      'processed', 'not_answered', 'account', 'other'
    )
  ),
  -- The words of the provider, each with its rule.
  provider_reasons jsonb not null default '[]',
  number text,
  -- The CUFE of an invoice, the CUDE of a note.
  cufe text check (cufe ~ '^[0-9a-f]{96}$'),
  qr_url text,
  validated_at timestamptz,
  -- The resolution of its number, as printed on the document.
  numbering jsonb,
  -- The stored XML of a validated document (the container of the DIAN), by its SHA-256. Null: not read from the provider yet.
  xml_file text check (xml_file ~ '^[0-9a-f]{64}$'),
  -- When the XML is asked for, until it is stored.
  file_try_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, credit_note_id) references credit_notes (company_id, id),
  constraint electronic_documents_note_of_its_kind check ((kind = 'credit_note') = (credit_note_id is not null)),
  constraint electronic_documents_validated_has_code check (
    (status = 'validated') = (cufe is not null) and (status = 'validated') = (number is not null) and (status = 'validated') = (validated_at is not null)
  ),
  constraint electronic_documents_frozen_to_send check (status not in ('sending', 'pending_dian') or payload is not null),
  constraint electronic_documents_reason_of_problem check ((status in ('rejected', 'manual')) = (reason is not null))
);
create unique index electronic_documents_invoice on electronic_documents (company_id, invoice_id) where kind = 'invoice';
create unique index electronic_documents_note on electronic_documents (company_id, credit_note_id) where kind = 'credit_note';
create unique index electronic_documents_cufe on electronic_documents (company_id, cufe) where cufe is not null;
-- What is not settled: the queue of the worker, and the lists by state.
create index electronic_documents_unsettled on electronic_documents (company_id, status, id) where status <> 'validated';
-- Validated documents whose files are still at the provider.
create index electronic_documents_validated on electronic_documents (company_id, validated_at) where status = 'validated';
create index electronic_documents_file on electronic_documents (company_id, file_try_at) where file_try_at is not null;
select protect('electronic_documents', 'company_id', 'select, insert, update');
grant select (company_id, id, status, next_try_at, file_try_at) on electronic_documents to enlace_platform;

-- A validated document is never changed but for its files, and no document changes its invoice or its reference.
create function refuse_change_of_validated() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.kind, new.invoice_id, new.credit_note_id) is distinct from
       (old.company_id, old.id, old.kind, old.invoice_id, old.credit_note_id)
      or (old.reference is not null and new.reference is distinct from old.reference)
      or (old.status = 'validated' and
          (new.status, new.number, new.cufe, new.payload, new.validated_at, new.numbering, new.qr_url) is distinct from
          (old.status, old.number, old.cufe, old.payload, old.validated_at, old.numbering, old.qr_url)) then
      raise exception 'what was sent in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
create trigger refuse_change_of_validated before update on electronic_documents for each row execute function refuse_change_of_validated();
create trigger refuse_removal before delete on electronic_documents for each row execute function refuse_change();
create trigger refuse_truncate before truncate on electronic_documents for each statement execute function refuse_change();

-- What happened to each document: a try with its outcome, a correction, an acceptance of the buyer.
create table electronic_steps (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  document_id uuid not null,
  at timestamptz not null,
  to_status text not null check (to_status in ('queued', 'sending', 'pending_dian', 'rejected', 'manual', 'validated')),
  text text not null check (text <> ''),
  author text not null check (author <> ''),
  provider_reasons jsonb not null default '[]',
  primary key (company_id, id),
  foreign key (company_id, document_id) references electronic_documents (company_id, id)
);
create index electronic_steps_document on electronic_steps (company_id, document_id, id);
select protect('electronic_steps', 'company_id', 'select, insert');
select append_only('electronic_steps');

-- The comparison of a month with the list of the provider.
create table electronic_reconciliations (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  asked_by text not null check (asked_by <> ''),
  started_at timestamptz not null,
  finished_at timestamptz,
  held integer not null default 0,
  listed integer not null default 0,
  recovered integer not null default 0,
  differences jsonb not null default '[]',
  primary key (company_id, id)
);
create index electronic_reconciliations_latest on electronic_reconciliations (company_id, period, id desc);
select protect('electronic_reconciliations', 'company_id', 'select, insert, update');

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('einvoice.contingency', '2000-01-01', null, 48, 'hours', 'Plazo para transmitir cuando la DIAN no responde', 'Resolución DIAN 000165 de 2023', 'partial', 'Desde que la DIAN se restablece. Después de este plazo, el documento queda por revisar');
