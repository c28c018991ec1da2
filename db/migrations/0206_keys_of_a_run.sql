-- A massive run checked two foreign keys for each entry and three for each invoice. What one of them implies is checked once.

-- The client of an entry is the client of its invoice: one key says that the invoice exists, that it is of that client, and so that the
-- client exists. The key of the client alone is checked for an entry without an invoice.
alter table invoices add constraint invoices_company_id_client_id_id_key unique (company_id, client_id, id);
drop index invoices_client;
alter table journal add column client_without_invoice_id uuid generated always as (case when invoice_id is null then client_id end) stored;
alter table journal
  drop constraint journal_company_id_client_id_fkey,
  drop constraint journal_company_id_invoice_id_fkey,
  add constraint journal_invoice_of_client_fkey foreign key (company_id, client_id, invoice_id) references invoices (company_id, client_id, id),
  add constraint journal_client_without_invoice_fkey foreign key (company_id, client_without_invoice_id) references clients (company_id, id);

-- All the invoices of a statement have one run: it is looked up once for each statement instead of once for each invoice. A run is never
-- deleted, and the run of an invoice never changes (posted_update).
create function refuse_unknown_run() returns trigger language plpgsql as $$
  begin
    if exists (
      select from (select distinct company_id, run_id from written where run_id is not null) w
      where not exists (select from runs r where r.company_id = w.company_id and r.id = w.run_id)
    ) then
      raise exception 'an invoice of a run that does not exist' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
create trigger known_run after insert on invoices referencing new table as written for each statement execute function refuse_unknown_run();
alter table invoices drop constraint invoices_run_fkey;
revoke delete on runs from enlace_app;
create trigger kept before delete on runs for each row execute function refuse_change();
create trigger kept_truncate before truncate on runs for each statement execute function refuse_change();

-- The smallest UUID of version 7 of a moment: a range of ids is a range of time.
create function uuid_v7_at(moment timestamptz) returns uuid language sql immutable parallel safe return
  encode(substring(int8send((extract(epoch from moment) * 1000)::bigint) from 3) || '\x70008000000000000000'::bytea, 'hex')::uuid;
