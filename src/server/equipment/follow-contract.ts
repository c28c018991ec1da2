import { sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import { dayInBogota } from '#server/db/days.ts'

const ENDS: readonly EventName[] = [
  'contract.terminated',
  'contract.termination_withdrawn',
  'contract.corrected',
  'contract.cancelled',
]

/** The day from which the equipment lent to a contract must be picked up: the day after its end, that of its cancellation, or none (R2.21). */
export const followEnd: ReactionToOne = (event) => {
  if (!ENDS.includes(event.name)) return { with: [], select: [] }
  const update = sql`changed_equipment as (
    update equipment e set pick_up_from = case c.status when 'cancelled' then ${dayInBogota(sql`now()`)} else c.active_to + 1 end
    from contracts c
    where c.company_id = ${event.companyId}::uuid and c.id = ${event.entityId}::uuid
      and e.company_id = c.company_id and e.contract_id = c.id and e.property = 'comodato')`
  return { with: [update], select: [] }
}
