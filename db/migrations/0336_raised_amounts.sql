-- How much each addition to a dispute added, in the order of raised_ids: an agreement has nothing to do with what was disputed before it.
alter table disputes add raised_amounts bigint[] not null default '{}';

-- From the events of the additions; without all of them, zero: what is not known counts as disputed from the beginning.
update disputes d set raised_amounts = case
  when cardinality(found.amounts) = cardinality(d.raised_ids) then found.amounts
  else array_fill(0::bigint, array[cardinality(d.raised_ids)]) end
from disputes o
cross join lateral (
  select coalesce(array_agg(round((e.after ->> 'amount')::numeric * 100)::bigint order by e.id), '{}') as amounts from events e
  where e.company_id = o.company_id and e.name = 'dispute.raised' and e.entity_id = o.invoice_id::text and e.id > o.id
    and e.id < coalesce((
      select n.id from disputes n where n.company_id = o.company_id and n.invoice_id = o.invoice_id and n.id > o.id order by n.id limit 1),
      'ffffffff-ffff-ffff-ffff-ffffffffffff')
) found
where o.company_id = d.company_id and o.id = d.id and cardinality(d.raised_ids) > 0;

alter table disputes add constraint disputes_raised_amounts check (cardinality(raised_amounts) = cardinality(raised_ids));
