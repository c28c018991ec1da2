-- The browsers in which a person signed in: one cookie for each browser, one row for each of its accounts. Only the SHA-256 of the
-- cookie is kept. A known browser does not wait for the failures of others (docs/decisions/0026).
create table known_browsers (
  browser_hash bytea not null,
  company_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (browser_hash, company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index known_browsers_user on known_browsers (company_id, user_id);
grant select, insert, update, delete on known_browsers to enlace_platform;

-- The browser that asked for a code: its wrong tries are counted apart from those of other browsers.
alter table recovery_codes
  add column browser_hash bytea,
  add column other_tries_left integer not null default 0;
