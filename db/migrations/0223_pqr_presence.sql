-- Who of the desk has the page of a case open: the last sign of each person, by the clock of the database. One of more than a minute says
-- nothing, and the next sign of the same person removes it (src/server/pqr/presence.ts).
create table pqr_presences (
  company_id uuid not null default current_company() references companies (id),
  user_id uuid not null,
  case_id uuid not null,
  -- 'answering': the person has the answer open.
  doing text not null check (doing in ('reading', 'answering')),
  seen_at timestamptz not null default now(),
  primary key (company_id, user_id, case_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, case_id) references pqr_cases (company_id, id)
);
create index pqr_presences_case on pqr_presences (company_id, case_id);
select protect('pqr_presences');
