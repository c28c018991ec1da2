import { sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import type { OrderAction } from '#domain/network/order.ts'
import type { Reaction } from '#server/core/events.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { dayStart } from '#server/db/days.ts'

/**
 * The orders that changes of contracts need, in their transaction (docs/decisions/0048). A pause and a last day that are planned for
 * later change nothing on the network yet: on their day the contract is suspended or ended, which are events too. A plan that begins
 * later has no event on its day, so its order waits for that day. A contract without a connection gets no order.
 */
export const orderNetwork: Reaction = (events) => {
  const [{ name, companyId, actor }] = events
  const action = ACTIONS[name]
  if (action === undefined) return { with: [], select: [] }
  const contracts = sql`${uuidArray(events.map(({ entityId }) => entityId))}::uuid[]`
  const fromDays = events.map(({ after }) => {
    const from = action === 'change_speed' ? after?.['from_on'] : undefined
    return typeof from === 'string' ? from : null
  })
  const changed = sql`changed_service as (
    update network_services s set version = s.version + 1
    where s.company_id = ${companyId}::uuid and s.contract_id = any (${contracts})
    returning s.company_id, s.id, s.contract_id, s.device_id, s.version)`
  const order = sql`network_order as (
    insert into network_orders (company_id, service_id, device_id, action, version, source, actor_name, next_try_at)
    select s.company_id, s.id, s.device_id, ${action}, s.version, ${name}, ${actor.name},
      greatest(now(), ${dayStart(sql`c.from_on`)})
    from unnest(${contracts}, ${plainArray(fromDays)}::date[]) with ordinality c (contract_id, from_on, place)
    join changed_service s on s.contract_id = c.contract_id order by c.place)`
  return { with: [changed, order], select: [] }
}

const ACTIONS: Readonly<Partial<Record<EventName, OrderAction>>> = {
  'contract.activated': 'create',
  'contract.suspended': 'suspend',
  'contract.reconnected': 'reconnect',
  'contract.plan_changed': 'change_speed',
  'contract.transferred': 'create',
  'contract.termination_withdrawn': 'create',
  'contract.ended': 'remove',
  'contract.cancelled': 'remove',
}
