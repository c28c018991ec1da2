import { type RawBuilder, sql } from 'kysely'
import type { OutageDevice } from '#domain/outages/outage.ts'
import type { DeviceStays } from '#server/outages/device-stays.ts'
import { lockDevice } from './device-queries.ts'

/** An order `o` of a connection that moved to another device: it removes it from the first one. */
const IS_MOVE = sql`o.action = 'remove' and o.source = 'assign'`

/**
 * A connection has one device now. Where it was before is what its moves say: until each one it was on the device that the order names.
 * The day on which a connection was written in Enlace says nothing of when its client was connected, so that its first device had it always.
 */
export const recordedStays: DeviceStays = {
  list: async (tx) => {
    const { rows } = await sql<OutageDevice>`
      select id, name from network_devices where company_id = (select current_company()) order by lower(name), id`.execute(
      tx,
    )
    return rows
  },

  lock: async (tx, id) => {
    const device = await lockDevice(tx, id)
    return device && { id: device.id, name: device.name }
  },

  contractsSince: (device, instant) => sql`
    select s.contract_id from network_services s where s.company_id = (select current_company()) and s.device_id = ${device}
    union
    select s.contract_id from network_orders o join network_services s on s.company_id = o.company_id and s.id = o.service_id
    where o.company_id = (select current_company()) and o.device_id = ${device} and ${IS_MOVE} and o.created_at > ${instant}`,

  timeOf: (contract, device) => sql`(
    select range_agg(tstzrange(y.from_at, y.to_at))
    from network_services s cross join lateral (
      select o.device_id, lag(o.created_at) over (order by o.created_at, o.id) as from_at, o.created_at as to_at
      from network_orders o where o.company_id = s.company_id and o.service_id = s.id and ${IS_MOVE}
      union all
      select s.device_id, (
        select max(o.created_at) from network_orders o where o.company_id = s.company_id and o.service_id = s.id and ${IS_MOVE}
      ), null
    ) y
    where s.company_id = (select current_company()) and s.contract_id = ${contract} and y.device_id = ${device}
  )`,

  isOn: (contract: RawBuilder<unknown>, device: RawBuilder<unknown>) => sql<boolean>`exists (
    select from network_services s
    where s.company_id = (select current_company()) and s.contract_id = ${contract} and s.device_id = ${device}
  )`,
}
