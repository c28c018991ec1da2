import type { Invariant } from './invariant.ts'

/** The hours of the outages, which are kept beside those of their places (docs/decisions/0071). */
export const OUTAGE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I31',
    rule: 'las horas de una falla son las de sus lugares, y de un lugar retirado no se compensa ningún minuto',
    sql: `
      select o.company_id, o.id::text as example from outages o
      cross join lateral (
        select min(p.started_at) as started_at, case when bool_and(p.ended_at is not null) then max(p.ended_at) end as ended_at
        from outage_places p where p.company_id = o.company_id and p.outage_id = o.id and p.removed_at is null
      ) p
      where o.started_at is distinct from p.started_at or o.ended_at is distinct from p.ended_at
      union all
      select c.company_id, c.outage_id::text from outage_contracts c
      join outage_places p on p.company_id = c.company_id and p.outage_id = c.outage_id and p.id = c.place_id
      where p.removed_at < now() - interval '1 day' and c.minutes > 0`,
  },
]
