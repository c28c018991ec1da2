-- The day to which a waiting charge belongs: after a cession the holder of that day pays it, or gets it back.
alter table pending_charges add column occurred_on date default (now() at time zone 'America/Bogota')::date;
update pending_charges p set occurred_on = coalesce(
  (select b.from_on from invoices b where b.company_id = p.company_id and b.id = p.adjusted_invoice_id),
  (select max(greatest((o.started_at at time zone 'America/Bogota')::date, (p.compensates || '-01')::date))
    from outage_contracts h join outages o on o.company_id = h.company_id and o.id = h.outage_id
    where h.company_id = p.company_id and h.contract_id = p.contract_id and h.month = p.compensates and h.minutes > 0),
  (p.created_at at time zone 'America/Bogota')::date);
alter table pending_charges alter column occurred_on set not null;
