-- A term ends without a reconnection when its debt is owed again (a reversed payment, a broken promise), and its client is notified of
-- the reconnection once. The terms so far are notified: no message is about the past.
alter table reconnection_terms add column owed_again_at timestamptz, add column notified_at timestamptz,
  add constraint reconnection_terms_ends_once check (reconnected_at is null or owed_again_at is null);
update reconnection_terms set notified_at = reconnected_at where reconnected_at is not null;
drop index reconnection_terms_open;
create unique index reconnection_terms_open on reconnection_terms (company_id, contract_id)
  where reconnected_at is null and owed_again_at is null;
create index reconnection_terms_watched on reconnection_terms (company_id, id) where notified_at is null and owed_again_at is null;
grant update (owed_again_at, notified_at) on reconnection_terms to enlace_app;
grant select (notified_at, owed_again_at) on reconnection_terms to enlace_platform;
