import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { insertDevice, setSecret, updateDevice } from '#server/network/device-queries.ts'
import { radiusKey, sealSecret } from '#server/network/drivers.ts'
import { orderMissed } from '#server/network/jobs.ts'
import { saveService, setPassword } from '#server/network/service-queries.ts'
import type { Receiver } from '#simulators/network/receiver.ts'
import type { RouterSimulator } from '#simulators/network/router.ts'

/** The password of the simulated router, and the secret that signs the orders of the webhook. */
export const DEMO_NETWORK_SECRET = 'secreto-de-la-demostracion'

/** The services of each device of the demo. */
const SERVICES = 12
/** Replaced at each start by the address of its simulator. */
const NOWHERE = 'http://127.0.0.1:9'

const DEVICES = [
  { name: 'Torre Norte', kind: 'routeros', login: 'enlace' },
  { name: 'Sistema propio', kind: 'webhook', login: null },
] as const

/** Two devices of a company, each with the connections of some contracts in service. */
export async function createDemoNetwork(tx: Tx, world: World): Promise<void> {
  const { rows } = await sql<{ id: string; company_id: string; no_contract: string }>`
    select id, company_id, no_contract from contracts
    where company_id = (select current_company()) and status in ('active', 'suspended')
    order by status = 'active', no_contract limit ${sql.raw(String(SERVICES * DEVICES.length))}`.execute(tx)
  for (const [place, { name, kind, login }] of DEVICES.entries()) {
    const id = newId()
    const columns = { name, kind, login, url: NOWHERE, nas_address: null, coa_port: 3_799, certificate: null }
    const device = { ...columns, list_name: 'morosos', mode: 'monitor' as const }
    await insertDevice(tx, id, device)
    await setSecret(tx, id, { sealed: sealSecret(world, { company_id: tx.scope.companyId, id }, DEMO_NETWORK_SECRET) })
    await updateDevice(tx, id, { ...device, mode: 'enforce' })
    await tx.record('network_device.added', { entity_id: id, after: { name, kind } })
    for (const [index, contract] of rows.filter((_, at) => at % DEVICES.length === place).entries()) {
      const service = await saveService(tx, {
        contract_id: contract.id,
        device_id: id,
        username: contract.no_contract.toLowerCase(),
        ipv4: `10.20.${place}.${index + 10}`,
        on_suspend: 'walled',
      })
      if (service !== null)
        await setPassword(tx, service, `clave-${contract.no_contract}`, radiusKey(world.config.secret))
    }
  }
}

/** Gives the devices the addresses of their simulators, which begin empty: every service gets its order again. */
export async function connectDemoNetwork(
  world: World,
  { receiver, router }: { receiver: Receiver; router: RouterSimulator },
): Promise<void> {
  const urls = { 'Torre Norte': router.url, 'Sistema propio': receiver.url }
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').where('kind', '=', 'provider').execute(),
  )
  for (const { id: companyId } of companies) {
    await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, async (tx) => {
      await tx.lock('demo.network')
      for (const { name } of DEVICES) {
        await sql`
          update network_devices set url = ${urls[name]}, rests_until = null, failures = 0, problem = null, halted = null
          where company_id = (select current_company()) and name = ${name}`.execute(tx)
      }
      await sql`update network_services set applied_state = null where company_id = (select current_company())`.execute(
        tx,
      )
      await keepForeignUser(tx, router)
      await orderMissed(tx, dayOf(world.clock()))
    })
  }
}

/** One user of the router that is not of Enlace: its order fails, and its difference is for a person. */
async function keepForeignUser(tx: Tx, router: RouterSimulator): Promise<void> {
  const { rows } = await sql<{ username: string }>`
    select s.username from network_services s join network_devices d on d.company_id = s.company_id and d.id = s.device_id
    where s.company_id = (select current_company()) and d.kind = 'routeros' order by s.id desc limit 1`.execute(tx)
  const [last] = rows
  if (last) router.rows('ppp/secret').push({ '.id': '*F0', name: last.username, comment: 'creado a mano' })
}
