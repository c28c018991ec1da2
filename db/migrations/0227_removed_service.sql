-- A service whose equipment was taken back is stopped by its own kind of suspension: it is no pause at the request of the client, so it
-- does not extend the permanence nor use the months of pause (R2.11). Until now it was stored as a pause: the one that begins the day
-- after the visit of a removal and ends with the contract.
alter table suspension_intervals drop constraint suspension_intervals_kind_check;
update suspension_intervals s set kind = 'removal'
  from contracts c
  where s.kind = 'voluntary' and c.company_id = s.company_id and c.id = s.contract_id and c.active_to = s.to_on
    and exists (
      select from installation_reports r
      where r.company_id = s.company_id and r.contract_id = s.contract_id and r.type_order_job = 'retiro' and r.visit_on + 1 = s.from_on
    );
alter table suspension_intervals add constraint suspension_intervals_kind_check check (kind in ('arrears', 'voluntary', 'removal'));

-- A removed service can be in arrears too: each kind has its own open suspension.
drop index suspension_intervals_open;
create unique index suspension_intervals_open on suspension_intervals (company_id, contract_id, kind) where to_on is null;
