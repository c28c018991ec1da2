-- The minutes of an outage belong to the holder of their days: a cession within a month splits them, and each holder has its own charge.
-- `from_on`: the first day of the month, or that of the holder of these minutes.
alter table outage_contracts add column from_on date;
update outage_contracts set from_on = (month || '-01')::date;
alter table outage_contracts alter column from_on set not null, drop constraint outage_contracts_pkey,
  add constraint outage_contracts_pkey primary key (company_id, outage_id, contract_id, month, from_on);
drop index pending_charges_compensation_open;
create unique index pending_charges_compensation_open on pending_charges (company_id, contract_id, compensates, occurred_on)
  where compensates is not null and invoice_id is null;
