import { networkApi } from '#domain/network/api.ts'
import type { TestApp } from '../world.ts'
import type { StaffMembers } from './actors.ts'

/** A device with the connection of a client, its order and a try of it, and a difference. */
export async function seedNetwork(
  t: TestApp,
  { admin, network }: StaffMembers,
  no_contract: string,
  mark: string,
): Promise<{ device: string; networkOrder: string }> {
  const device = {
    name: `Equipo ${no_contract}`,
    kind: 'webhook',
    url: 'http://127.0.0.1:9/enlace',
    secret: 'secreto-de-muestra',
  }
  const { data } = await admin.call(networkApi.addDevice, { body: { device } })
  const service = { device_id: data.id, username: no_contract.toLowerCase() }
  await network.call(networkApi.assign, { params: { no: no_contract }, body: { service } })
  const { data: orders } = await network.call(networkApi.orders, { query: { no_contract } })
  const order = orders[0]?.id ?? ''
  await t.owner.query(`update network_orders set problem = $2 where id = $1`, [order, mark])
  await t.owner.query(
    `insert into network_tries (company_id, order_id, outcome, detail, took_ms) values ($1, $2, 'error', $3, 5)`,
    [admin.companyId, order, mark],
  )
  await t.owner.query(
    `insert into network_differences (company_id, device_id, kind, wanted, found, found_at) values ($1, $2, 'foreign', $3, $3, now())`,
    [admin.companyId, data.id, mark],
  )
  return { device: data.id, networkOrder: order }
}
