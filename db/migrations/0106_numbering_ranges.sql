-- The numbering ranges of a company at its provider of electronic invoices, as the provider listed them the last time.
create table numbering_ranges (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  provider text not null default 'factus' constraint numbering_ranges_provider check (provider = 'factus'),
  environment text not null constraint numbering_ranges_environment check (environment in ('test', 'production')),
  -- Its id at the provider, which is another in each account.
  provider_range_id bigint not null,
  document text not null constraint numbering_ranges_document check (document in ('invoice', 'credit_note')),
  prefix text not null constraint numbering_ranges_prefix check (prefix ~ '^[A-Za-z0-9]{0,4}$'),
  -- A range of notes may have no end, no resolution, no days and no key.
  from_number bigint,
  to_number bigint,
  -- The number of the next document.
  next_number bigint not null constraint numbering_ranges_next check (next_number >= 0),
  resolution text,
  starts_on date,
  ends_on date,
  -- The technical key of DIAN, sealed by the process.
  sealed_key bytea,
  -- False: the provider says so, or does not list it any more.
  is_active boolean not null,
  -- The range that numbers the documents of its kind.
  is_chosen boolean not null default false,
  -- The last state that the people of the company were notified of; null while it is well.
  notified_state text constraint numbering_ranges_notified check (notified_state in ('warning', 'blocked')),
  synced_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint numbering_ranges_of_provider unique (company_id, provider, environment, provider_range_id),
  constraint numbering_ranges_ends_after_start check (to_number >= from_number and ends_on >= starts_on)
);
create unique index numbering_ranges_chosen on numbering_ranges (company_id, environment, document) where is_chosen;
select protect('numbering_ranges', 'company_id', 'select, insert, update');
