-- The links with which a client signs a contract without a session (CON-03): one open link for each contract, valid for one signature
-- until an instant. The token of a link is its id with a signature of the server, and is not stored.
create table signing_links (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  to_email text not null check (to_email like '%@%'),
  -- The day of the text that was sent, and the digest of its terms on that day: a contract that changed ends the link.
  sent_on date not null,
  terms_hash bytea not null check (length(terms_hash) = 32),
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint signing_links_used_or_revoked check (used_at is null or revoked_at is null)
);
create unique index signing_links_open on signing_links (company_id, contract_id) where used_at is null and revoked_at is null;
create index signing_links_contract on signing_links (company_id, contract_id, id);
select protect('signing_links', 'company_id', 'select, insert');
grant update (used_at, revoked_at) on signing_links to enlace_app;
