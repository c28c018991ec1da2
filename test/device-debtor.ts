import { afterAll } from 'vitest'
import type { NewPolicy } from '#domain/collections/policy.ts'
import { networkApi } from '#domain/network/api.ts'
import { type Receiver, startReceiver } from '#simulators/network/receiver.ts'
import { bill, makeDebtor, nine, pay, putPolicy, runAt } from './arrears.ts'
import { runOrders } from './run-orders.ts'
import type { TestApp } from './world.ts'

const SECRET = 'secreto-de-la-empresa'

/**
 * What makes debtors whose service a device carries out, on November 20, 2026: a receiver of its own that may be silent. `retryAt` tries the
 * queued orders again at an instant: the clock of the database cannot be moved.
 */
export function deviceDebtors(t: TestApp) {
  const receivers: Receiver[] = []
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))
  return async (policy: Partial<NewPolicy> = {}) => {
    t.setNow(new Date(nine('2026-11-20')))
    const receiver = await startReceiver(SECRET)
    receivers.push(receiver)
    const company = await t.company()
    await putPolicy(t, company.id, policy)
    const [admin, network] = [await company.person('admin'), await company.person('network')]
    const device = { name: 'Sistema propio', kind: 'webhook' as const, url: receiver.url, secret: SECRET }
    const { data } = await admin.call(networkApi.addDevice, { body: { device } })
    await admin.call(networkApi.changeDevice, { params: { id: data.id }, body: { device: { mode: 'enforce' } } })
    const debtor = await makeDebtor(t, company, await company.person('financial'))
    await bill(debtor)
    const params = { no: debtor.no_contract }
    await network.call(networkApi.assign, { params, body: { service: { device_id: data.id, username: 'ana' } } })
    await runOrders(t.world)
    const retryAt = async (at: string): Promise<void> => {
      t.setNow(new Date(at))
      await t.owner.query(`update network_orders set next_try_at = now() where company_id = $1 and state = 'queued'`, [
        company.id,
      ])
      await t.owner.query('update network_devices set rests_until = null, claimed_until = null where company_id = $1', [
        company.id,
      ])
      await runOrders(t.world)
    }
    /** Its cut on December 16, and the payment of the next day, whose reconnection the device does not carry out. */
    const payWithoutReconnection = async (): Promise<void> => {
      await runAt(t, nine('2026-12-11'))
      await runAt(t, nine('2026-12-16'))
      await retryAt(nine('2026-12-16'))
      t.setNow(new Date(nine('2026-12-17')))
      await pay(debtor, 60_000, '2026-12-17')
      receiver.answer(503)
      await retryAt('2026-12-17T16:00:00Z')
    }
    return { company, admin, network, receiver, debtor, params, retryAt, payWithoutReconnection }
  }
}
