import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { VisitKind, VisitState, VisitTime } from '#domain/visits/visit.ts'
import type { Tx } from '#server/core/tx.ts'
import { otherPlace } from './place.ts'

/** One change of a visit, with what an email to its client says. */
export type ChangedVisit = VisitTime & {
  kind: VisitKind
  state: VisitState
  day: Day
  reason: string | null
  technician: string | null
  no_contract: string
  address: string
  city: string
  /** The address that the service leaves, of a transfer that is to be made. */
  from_address: string | null
  client_id: string
  client_name: string
  email: string
}

/** The change of a visit, as it was then. Undefined when it has no day or its client has no email. */
export async function getChangedVisit(tx: Tx, changeId: string): Promise<ChangedVisit | undefined> {
  const { rows } = await sql<ChangedVisit>`
    select v.kind, h.state, h.day, h.slot, h.from_time, h.to_time, h.reason, u.first_name as technician, c.no_contract,
      coalesce(o.address, c.address) as address, coalesce(o.city, c.city) as city, o.from_address,
      c.client_id, k.name as client_name, k.email
    from visit_changes h
    join visits v on v.company_id = h.company_id and v.id = h.visit_id
    join contracts c on c.company_id = v.company_id and c.id = v.contract_id
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    left join users u on u.company_id = h.company_id and u.id = h.technician_id
    left join lateral ${otherPlace} o on true
    where h.company_id = (select current_company()) and h.id = ${changeId} and h.day is not null and k.email is not null`.execute(
    tx,
  )
  return rows[0]
}
