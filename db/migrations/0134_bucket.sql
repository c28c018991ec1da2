-- The files of a company that a row refers to: the key of each in the store below the company, what it is used as, and whose it is.
-- `is_expected`: the object must exist; a job that is making its file does not have it yet.
create view file_uses with (security_invoker = true) as
  select company_id, 'image' as kind, 'images/' || substring(avatar_url from '[^/]+$') as key, 'avatar' as used_as,
      concat_ws(' ', first_name, last_name) as owner, true as is_expected
    from users where avatar_url is not null
  union all
  select id, 'image', 'images/' || substring(logo_url from '[^/]+$'), 'logo', null, true
    from companies where logo_url is not null
  union all
  select c.id, 'registration', 'registration/' || substring(u.url from '[0-9a-f]{64}\.pdf$'), u.used_as, null, true
    from companies c
    cross join lateral (values
      ('chamber_of_commerce', c.chamber_of_commerce_pdf_url), ('updated_rut', c.updated_rut_pdf_url),
      ('range_of_numbers', c.range_of_numbers_pdf_url)) u (used_as, url)
    where u.url is not null
  union all
  select d.company_id, 'annex', 'annexes/' || d.stored_name || case d.kind when 'pdf' then '.pdf' else '.webp' end, 'contract_annex',
      c.no_contract || ': ' || d.title, true
    from contract_documents d join contracts c on c.company_id = d.company_id and c.id = d.contract_id
  union all
  select f.company_id, 'annex', 'annexes/' || f.stored || case f.kind when 'pdf' then '.pdf' else '.webp' end, 'pqr_file',
      c.reference || ': ' || f.name, true
    from pqr_files f join pqr_cases c on c.company_id = f.company_id and c.id = f.case_id
  union all
  select e.company_id, 'evidence', 'evidence/' || e.name || case e.kind when 'photo' then '.jpg' else '.png' end,
      case when e.report_id is null then 'waiting_evidence' else 'report_evidence' end,
      coalesce(c.no_contract, concat_ws(' ', u.first_name, u.last_name)), true
    from evidence_files e
    join users u on u.company_id = e.company_id and u.id = e.uploaded_by
    left join installation_reports r on r.company_id = e.company_id and r.id = e.report_id
    left join contracts c on c.company_id = r.company_id and c.id = r.contract_id
  union all
  select company_id, 'electronic', 'electronic/' || xml_file || '.xml', 'electronic_document', number, true
    from electronic_documents where xml_file is not null
  union all
  select company_id, 'bulk', 'bulk/' || id, 'bulk_job', file_name, file_name is not null
    from bulk_jobs where file_name is not null or status in ('queued', 'running');
grant select on file_uses to enlace_app;

-- Every object of the store as the last review found it, the files that are missing, and the bin. A file in the bin stays where it is
-- in the store until its time ends, so putting it in and taking it out is one commit.
create table bucket_objects (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- Below the company: 'images/<name>.webp'.
  key text not null check (key <> ''),
  kind text not null check (kind in ('image', 'registration', 'annex', 'evidence', 'electronic', 'document', 'bulk', 'other')),
  bytes bigint not null check (bytes >= 0),
  -- By the clock of the store; null: the object is missing.
  stored_at timestamptz,
  seen_at timestamptz not null,
  -- Null until the review in which it was first seen has ended.
  use text check (use in ('used', 'orphan', 'missing')),
  used_as text,
  owner text,
  restored_at timestamptz,
  binned_at timestamptz,
  binned_by text,
  -- The object is being deleted: no new row may refer to it.
  ending_at timestamptz,
  primary key (company_id, id),
  constraint bucket_objects_key unique (company_id, key),
  constraint bucket_objects_bin_has_author check ((binned_at is null) = (binned_by is null))
);
create index bucket_objects_stored on bucket_objects (company_id, stored_at, id);
create index bucket_objects_bytes on bucket_objects (company_id, bytes, id);
create index bucket_objects_unused on bucket_objects (company_id, use, binned_at)
  where use <> 'used' or binned_at is not null or ending_at is not null;
select protect('bucket_objects');
grant select, update on bucket_objects to enlace_platform;

-- The last complete review of each company, with its files in use.
create table bucket_reviews (
  company_id uuid primary key default current_company() references companies (id),
  reviewed_at timestamptz not null,
  files integer not null check (files >= 0),
  bytes bigint not null check (bytes >= 0)
);
select protect('bucket_reviews', 'company_id', 'select, insert, update');
grant select on bucket_reviews to enlace_platform;
