-- Minutes of before 0180 of a contract that was ceded in their month: 0180 gave all of them to the holder of the first day. Those of an
-- outage that began after the cession are of the new holder.
update outage_contracts u set from_on = v.effective_on
from (
  select m.company_id, m.outage_id, m.contract_id, m.month, max(c.effective_on) as effective_on
  from outage_contracts m
  join outages o on o.company_id = m.company_id and o.id = m.outage_id
  join contract_cessions c on c.company_id = m.company_id and c.contract_id = m.contract_id and c.decision = 'accepted'
    and c.effective_on > (m.month || '-01')::date and c.effective_on <= (o.started_at at time zone 'America/Bogota')::date
    and to_char(c.effective_on, 'YYYY-MM') = m.month
  group by m.company_id, m.outage_id, m.contract_id, m.month
  having count(distinct m.from_on) = 1
) v
where u.company_id = v.company_id and u.outage_id = v.outage_id and u.contract_id = v.contract_id and u.month = v.month
  and u.from_on = (u.month || '-01')::date;
