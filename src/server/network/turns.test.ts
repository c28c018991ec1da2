import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { type Receiver, startReceiver } from '#simulators/network/receiver.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { runOrders } from '#test/run-orders.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { networkTickers } from './worker.ts'

const t = testApp()
const SECRET = 'secreto-de-la-empresa'
const receivers: Receiver[] = []
afterEach(() => {
  t.setNow(null)
  vi.restoreAllMocks()
})
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

type Desk = { company: Company; admin: Person; network: Person; financial: Person }

/** A company whose system receives the orders, and a contract in service with its connection. */
async function desk() {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  const it = {
    company,
    admin: await company.person('admin'),
    network: await company.person('network'),
    financial: await company.person('financial'),
  }
  const { receiver, device } = await addDevice(it, 'Sistema propio')
  return { ...it, receiver, device, params: await addService(it, device, 'ana') }
}

async function addDevice({ admin }: Desk, name: string): Promise<{ receiver: Receiver; device: string }> {
  const receiver = await startReceiver(SECRET)
  receivers.push(receiver)
  const device = { name, kind: 'webhook', url: receiver.url, secret: SECRET }
  const { data } = await admin.call(networkApi.addDevice, { body: { device } })
  await admin.call(networkApi.changeDevice, { params: { id: data.id }, body: { device: { mode: 'enforce' } } })
  return { receiver, device: data.id }
}

async function addService({ company, network }: Desk, device_id: string, username: string): Promise<{ no: string }> {
  const client = await makeClient(t.owner, company.id)
  const { no_contract: no } = await makeContract(t.owner, company.id, client.id)
  await network.call(networkApi.assign, { params: { no }, body: { service: { device_id, username } } })
  return { no }
}

const states = async (by: Person) =>
  (await by.call(networkApi.orders)).data.map(({ action, state }) => [action, state]).toReversed()
const suspend = (by: Person, params: { no: string }) =>
  by.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
const received = ({ receiver }: { receiver: Receiver }) =>
  [...receiver.services.values()].map(({ desired }) => desired.state)

test('SUS-06 un equipo lento no demora las reconexiones de otra empresa', async () => {
  const [slow, other] = [await desk(), await desk()]
  await runOrders(t.world)
  const tick = async (): Promise<void> => {
    for (const ticker of networkTickers) await ticker.tick(t.world)
  }
  const waiting = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  slow.receiver.onOrder(() => {
    arrived.resolve()
    return waiting.promise
  })
  await suspend(slow.financial, slow.params)
  await tick()
  await arrived.promise
  await suspend(other.financial, other.params)
  await tick()
  await expect.poll(() => received(other)).toEqual(['suspended'])
  expect(received(slow)).toEqual(['active'])
  waiting.resolve()
  await expect.poll(() => states(slow.network)).toContainEqual(['suspend', 'done'])
  expect(slow.receiver.statuses).toEqual([200, 200])
})

test('SUS-06 el turno de un equipo termina a los diez segundos, y lo que falta espera el siguiente', async () => {
  const it = await desk()
  for (const username of ['beto', 'caro', 'dario']) await addService(it, it.device, username)
  const now = performance.now.bind(performance)
  let moved = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + moved)
  it.receiver.onOrder(async () => void (moved += 6_000))
  expect(await runOrders(t.world)).toBe(2)
  expect(await runOrders(t.world)).toBe(2)
  expect(received(it)).toHaveLength(4)
})

test('SUS-06 una empresa con muchos equipos ocupa cuatro a la vez, y primero va el que más ha esperado', async () => {
  const it = await desk()
  const all = [{ ...it }]
  for (let index = 0; index < 4; index += 1) {
    const added = await addDevice(it, `Sistema ${index}`)
    all.push({ ...it, ...added, params: await addService(it, added.device, `cliente${index}`) })
  }
  expect(await runOrders(t.world)).toBe(4)
  expect(all.flatMap(received)).toHaveLength(4)
  for (const { params } of all) await suspend(it.financial, params)
  expect(await runOrders(t.world)).toBe(4)
  expect(all.flatMap(received)).toHaveLength(5)
})
