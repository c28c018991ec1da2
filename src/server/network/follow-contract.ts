import { sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import type { OrderAction } from '#domain/network/order.ts'
import type { Reaction } from '#server/core/events.ts'

/**
 * The orders that a change of a contract needs, in its transaction (docs/decisions/0048). A pause and a last day that are planned for
 * later change nothing on the network yet: on their day the contract is suspended or ended, which are events too. A plan that begins
 * later has no event on its day, so its order waits for that day. A contract without a connection gets no order.
 */
export const orderNetwork: Reaction = (event) => {
  const action = ACTIONS[event.name]
  if (action === undefined) return { with: [], select: [] }
  const from = action === 'change_speed' ? event.after?.['from_on'] : undefined
  const fromDay = typeof from === 'string' ? from : null
  const changed = sql`changed_service as (
    update network_services s set version = s.version + 1
    where s.company_id = ${event.companyId}::uuid and s.contract_id = ${event.entityId}::uuid
    returning s.company_id, s.id, s.device_id, s.version)`
  const order = sql`network_order as (
    insert into network_orders (company_id, service_id, device_id, action, version, source, actor_name, next_try_at)
    select company_id, id, device_id, ${action}, version, ${event.name}, ${event.actor.name},
      greatest(now(), ${fromDay}::date::timestamp at time zone 'America/Bogota') from changed_service)`
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
