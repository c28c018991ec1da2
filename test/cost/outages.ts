import { outageApi } from '#domain/outages/api.ts'
import { applyOutage } from '#server/outages/apply.ts'
import type { Case } from './case.ts'

const CONNECTED = 200
let devices = 0

/** The end of an outage of a device with two hundred contracts: what it reads does not grow with those of the company. */
export const deviceOutage: Case = {
  name: 'outage of a device',
  per: 'contract of the device',
  of: 'page',
  limit: 60,
  prepare: async ({ t, raw, financial, companyId }) => {
    devices += 1
    const { rows } = await raw.query<{ id: string }>(
      `with device as (
         insert into network_devices (company_id, id, name, kind, mode, url, sealed)
         values ($1, uuid_v7(), $2, 'webhook', 'off', 'https://router.test/', ''::bytea) returning id),
       moved as (
         update network_services s set device_id = d.id from device d
         where s.company_id = $1 and s.id in (select id from network_services where company_id = $1 and device_id = $1 order by id limit $3))
       select id from device`,
      [companyId, `Torre ${devices}`, CONNECTED],
    )
    const now = t.world.clock().getTime()
    const at = (hours: number): string => new Date(now - hours * 3_600_000).toISOString()
    const outage = { device_id: rows[0]?.id, cause: 'Equipo sin energía', started_at: at(12), is_notified: false }
    const { data } = await financial.call(outageApi.announce, { body: { outage } })
    return async () => {
      await financial.call(outageApi.end, { params: { id: data.id }, body: { ended_at: at(1) } })
      await applyOutage(t.world, { company_id: companyId, outage_id: data.id })
      const { contracts } = (await financial.call(outageApi.get, { params: { id: data.id } })).data
      if (contracts !== CONNECTED) throw new Error(`${contracts} contracts without service`)
      return contracts
    }
  },
}
