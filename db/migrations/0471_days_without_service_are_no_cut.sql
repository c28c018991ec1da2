-- The days on which a device had not carried a reconnection out are stored as a suspension without a debt: they are no cut of their own.
update suspension_intervals s set is_unowed = true
where s.kind = 'arrears' and not s.is_unowed and s.to_on is not null and exists (
  select from events e
  where e.company_id = s.company_id and e.name = 'contract.served_late' and e.entity_id = s.contract_id::text and e.after ->> 'from_on' = s.from_on::text
);
