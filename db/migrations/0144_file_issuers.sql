-- 'Archivo UBL', the second issuer of electronic documents: Enlace numbers each document of the company and writes its file of UBL 2.1;
-- the company signs it and sends it to the DIAN with other software, and a person confirms the validation.
create table file_issuers (
  company_id uuid not null default current_company() references companies (id),
  environment text not null constraint file_issuers_environment check (environment in ('test', 'production')),
  -- The PIN of the software that signs the notes, sealed by the process.
  sealed_pin bytea not null,
  is_on boolean not null,
  set_by text not null constraint file_issuers_author check (set_by <> ''),
  set_at timestamptz not null default clock_timestamp(),
  primary key (company_id)
);
select protect('file_issuers', 'company_id', 'select, insert, update');
grant select (company_id, is_on), update (is_on) on file_issuers to enlace_platform;

-- Its ranges are written by a person. Their provider_range_id is negative: no provider gives such an id.
alter table numbering_ranges drop constraint numbering_ranges_provider;
alter table numbering_ranges add constraint numbering_ranges_provider check (provider in ('factus', 'ubl_file'));

alter table electronic_documents drop constraint electronic_documents_reason_check;
alter table electronic_documents add constraint electronic_documents_reason check (
  reason in (
    'check_digit', 'identification', 'name', 'email', 'address', 'municipality', 'phone', 'range', 'date', 'totals', 'note_reference',
    'processed', 'not_answered', 'account', 'file', 'other'
  )
);
-- The number that Enlace gave to a file, and the code that Enlace computed. They are final only when the DIAN validated the document.
alter table electronic_documents
  add column file_number text,
  add column file_code text constraint electronic_documents_file_code check (file_code ~ '^[0-9a-f]{96}$');
create unique index electronic_documents_file_number on electronic_documents (company_id, kind, file_number) where file_number is not null;
-- A document is found by its reference, and no two documents of a company have the same one.
create unique index electronic_documents_reference on electronic_documents (company_id, reference) where reference is not null;
