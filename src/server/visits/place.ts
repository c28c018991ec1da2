import { type RawBuilder, sql } from 'kysely'

/**
 * Where a visit `v` of a contract `c` is, when that is not the address of its contract; one row or none. A transfer that is to be made is
 * at the new address, and `from_address` is the one that the service leaves. A closed visit before a transfer keeps the address that the
 * contract had; its coordinates were not kept. The other table is only read for those.
 */
export const otherPlace: RawBuilder<unknown> = sql`(
  select m.address, m.department, m.city, m.latitude, m.longitude, c.address || ', ' || c.city as from_address
  from contract_transfers m
  where v.kind = 'translado' and v.state in ('planned', 'moved', 'missed')
    and m.company_id = (select current_company()) and m.contract_id = c.id and m.applied_on is null and m.cancelled_at is null
  union all
  (select m.earlier_address, m.earlier_department, m.earlier_city, null, null, null
  from contract_transfers m
  where v.state in ('done', 'missed', 'cancelled') and c.moved_on > v.day
    and m.company_id = (select current_company()) and m.contract_id = c.id and m.applied_on > v.day
  order by m.applied_on, m.id limit 1)
  limit 1)`
