-- The mails that arrived at the reply address of a case. The same mail, delivered again, finds its row and changes nothing.
create table pqr_mails (
  company_id uuid not null default current_company() references companies (id),
  case_id uuid not null,
  -- Of the Message-ID with its sender, or of the whole mail when it has none.
  digest bytea not null,
  -- 'kept': it is in the thread. 'closed': the case was closed, and its text is an internal note. 'other_sender': of another sender.
  outcome text not null check (outcome in ('kept', 'closed', 'other_sender')),
  received_at timestamptz not null,
  primary key (company_id, case_id, digest),
  foreign key (company_id, case_id) references pqr_cases (company_id, id)
);
select protect('pqr_mails', 'company_id', 'select, insert');
select append_only('pqr_mails');

-- A reply address names its case and not its company.
create index pqr_cases_id on pqr_cases (id);
