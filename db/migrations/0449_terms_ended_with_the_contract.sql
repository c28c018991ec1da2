-- A term whose contract ended before the service was back: the service was never reconnected, and its client is not notified of one.
alter table reconnection_terms add column ended_on date, drop constraint reconnection_terms_ends_once,
  add constraint reconnection_terms_ends_once check (num_nonnulls(reconnected_at, owed_again_at, ended_on) <= 1),
  add constraint reconnection_terms_ended_unnotified check (ended_on is null or notified_at is not null);
-- What was recorded as a reconnection after the last day of its contract was none.
update reconnection_terms t set reconnected_at = null, ended_on = c.active_to, notified_at = coalesce(t.notified_at, now())
  from contracts c
  where c.company_id = t.company_id and c.id = t.contract_id and c.status = 'terminated'
    and (t.reconnected_at at time zone 'America/Bogota')::date > c.active_to;
drop index reconnection_terms_open;
create unique index reconnection_terms_open on reconnection_terms (company_id, contract_id)
  where reconnected_at is null and owed_again_at is null and ended_on is null;
grant update (ended_on) on reconnection_terms to enlace_app;
