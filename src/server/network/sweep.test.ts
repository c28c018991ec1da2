import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { networkApi } from '#domain/network/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { networkTasks } from './jobs.ts'

const t = testApp()

type OldTry = [outcome: string, days: number]

/** A company with a device, and `addOrder`: an order to it in a state, with its tries by their age in days. */
async function desk() {
  const company = await t.company()
  const [admin, network] = [await company.person('admin'), await company.person('network')]
  const device = {
    name: 'Sistema propio',
    kind: 'webhook',
    url: 'http://127.0.0.1:9/orden',
    secret: 'secreto-de-la-empresa',
  }
  const { data } = await admin.call(networkApi.addDevice, { body: { device } })
  const addOrder = async (state: string, tries: readonly OldTry[]) => {
    const { no_contract } = await makeContract(t.owner, company.id, (await makeClient(t.owner, company.id)).id)
    const service = { device_id: data.id, username: no_contract.toLowerCase() }
    await network.call(networkApi.assign, { params: { no: no_contract }, body: { service } })
    const [order] = (await network.call(networkApi.orders, { query: { no_contract } })).data
    const id = order?.id ?? ''
    for (const [place, [outcome, days]] of tries.entries()) {
      // Ids of one millisecond are in no order.
      const tryId = `${String(place).padStart(8, '0')}${randomUUID().slice(8)}`
      await t.owner.query(
        `insert into network_tries (company_id, id, order_id, outcome, took_ms, at)
         values ($1, $2, $3, $4, 5, now() - make_interval(days => $5))`,
        [company.id, tryId, id, outcome, days],
      )
    }
    if (state !== 'queued')
      await t.owner.query('update network_orders set state = $2, finished_at = now() where id = $1', [id, state])
    return async () =>
      (await network.call(networkApi.order, { params: { id } })).data.log.map(({ outcome }) => outcome).toReversed()
  }
  return { company, addOrder }
}

test('SUS-06 los intentos de hace más de 90 días de una orden terminada se borran, menos el último; los de una en cola quedan', async () => {
  const { addOrder } = await desk()
  const done = await addOrder('done', [
    ['error', 100],
    ['unanswered', 91],
    ['error', 89],
    ['applied', 88],
  ])
  const older = await addOrder('done', [
    ['error', 100],
    ['unchanged', 99],
  ])
  const failed = await addOrder('failed', [
    ['error', 100],
    ['refused', 99],
  ])
  const queued = await addOrder('queued', [
    ['unanswered', 100],
    ['unanswered', 99],
  ])
  await networkTasks['network.sweep'](t.world)
  expect(await done()).toEqual(['error', 'applied'])
  expect(await older()).toEqual(['unchanged'])
  expect(await failed()).toEqual(['refused'])
  expect(await queued()).toEqual(['unanswered', 'unanswered'])
})

test('SUS-06 un intento no se cambia, y uno reciente no se borra', async () => {
  const { company, addOrder } = await desk()
  const log = await addOrder('failed', [
    ['error', 89],
    ['refused', 88],
  ])
  const of = 'where company_id = $1'
  await expect(t.owner.query(`delete from network_tries ${of}`, [company.id])).rejects.toThrow('append-only')
  await expect(t.owner.query(`update network_tries set took_ms = 1 ${of}`, [company.id])).rejects.toThrow('append-only')
  expect(await log()).toEqual(['error', 'refused'])
})
