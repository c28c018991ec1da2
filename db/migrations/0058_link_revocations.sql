-- The links of an invoice that the desk ended (INV-12). A link has the generation of its invoice in it, 0 at first; each row ends the
-- links of the generation before it.
create table link_revocations (
  company_id uuid not null default current_company() references companies,
  invoice_id uuid not null,
  generation smallint not null check (generation > 0),
  revoked_at timestamptz not null default now(),
  primary key (company_id, invoice_id, generation),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
select protect('link_revocations', 'company_id', 'select, insert');
select append_only('link_revocations');
