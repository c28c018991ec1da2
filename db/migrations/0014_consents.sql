-- What a client authorised and took back, one row for each time somebody said so (Ley 1581 of 2012, Ley 2300 of 2023). The last row
-- of a purpose is what holds; nothing is edited, because it is the proof.
create table consents (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  purpose text not null check (purpose in ('data', 'electronic_invoice', 'contact_email', 'contact_phone', 'commercial', 'credit_bureau')),
  is_granted boolean not null,
  -- Which text the person was shown.
  text_version text not null check (text_version <> ''),
  channel text not null check (channel in ('desk', 'portal')),
  actor_name text not null,
  ip text,
  said_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id)
);
create index consents_client on consents (company_id, client_id, purpose, id);
select protect('consents', 'company_id', 'select, insert');
select append_only('consents');
