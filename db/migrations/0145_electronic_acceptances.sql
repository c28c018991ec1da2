-- What the buyer of a validated invoice said about it (events of RADIAN), as the provider lists it, and the tacit acceptance.
create table electronic_acceptances (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  document_id uuid not null,
  -- 030 acknowledgement, 031 claim, 032 receipt of the service, 033 express acceptance, 034 tacit acceptance.
  code text not null constraint electronic_acceptances_code check (code in ('030', '031', '032', '033', '034')),
  -- Null when the provider has no day.
  occurred_on date,
  -- `term`: the term to claim ended.
  source text not null constraint electronic_acceptances_source check (source in ('provider', 'term')),
  written_at timestamptz not null,
  primary key (company_id, id),
  constraint electronic_acceptances_once unique (company_id, document_id, code),
  foreign key (company_id, document_id) references electronic_documents (company_id, id),
  constraint electronic_acceptances_by_term check (source = 'provider' or (code = '034' and occurred_on is not null))
);
select protect('electronic_acceptances', 'company_id', 'select, insert');
select append_only('electronic_acceptances');

alter table electronic_documents
  -- When the provider is asked for events, until one is final or the days to ask are over, and when it answered the last time.
  add column events_try_at timestamptz,
  add column events_read_at timestamptz,
  -- When the term to claim ends: the instant after its last day.
  add column tacit_at timestamptz;
create index electronic_documents_events on electronic_documents (company_id, events_try_at) where events_try_at is not null;
create index electronic_documents_tacit on electronic_documents (tacit_at) where tacit_at is not null;
grant select (events_try_at, events_read_at, tacit_at) on electronic_documents to enlace_platform;

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('einvoice.tacit_days', '2000-01-01', null, 3, 'business_days', 'Plazo para reclamar una factura recibida', 'Código de Comercio, art. 773; Decreto 1154 de 2020', 'partial', 'Desde el recibo del servicio. Si el cliente no reclama, la factura queda aceptada tácitamente');
