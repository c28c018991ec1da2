import { type RawBuilder, sql } from 'kysely'
import type { DeviceServices } from '#server/collections/device-services.ts'

/** The connection of a contract on a device that carries out its orders. */
const connectionOf = (contract: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from network_services s join network_devices d on d.company_id = s.company_id and d.id = s.device_id and d.mode = 'enforce'
  where s.company_id = (select current_company()) and s.contract_id = ${contract}`

/**
 * An unanswered cut may have reached the device although the service is stored as active: until its reconnection was carried out, the
 * stored state proves nothing. The desk sees an order that failed.
 */
export const enforcedServices: DeviceServices = {
  isAwaited: (contract) => sql<boolean>`exists (
    select ${connectionOf(contract)}
      and exists (select from contracts c where c.company_id = s.company_id and c.id = s.contract_id and c.status = 'active')
      and (s.applied_state is distinct from 'active' or exists (
        select from network_orders o where o.company_id = s.company_id and o.service_id = s.id and o.device_id = s.device_id
          and o.action = 'reconnect' and (o.state = 'queued' or (o.state = 'failed' and o.version = s.version))
      ))
  )`,
  isUndone: (contract) => sql<boolean>`coalesce((
    select (
      select o.state <> 'done' from network_orders o
      where o.company_id = s.company_id and o.service_id = s.id and o.action = 'reconnect' order by o.id desc limit 1
    ) ${connectionOf(contract)}
  ), false)`,
  appliedAt: (contract) => sql<Date | null>`(select s.applied_at ${connectionOf(contract)})`,
}
