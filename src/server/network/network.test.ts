import { afterAll, afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { type Receiver, startReceiver } from '#simulators/network/receiver.ts'
import { startRouterSimulator } from '#simulators/network/router.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { runOrders } from '#test/run-orders.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { networkSchedules, networkTasks } from './jobs.ts'

const t = testApp()
const SECRET = 'secreto-de-la-empresa'
const TODAY = '2026-11-20'
const receivers: { close(): Promise<void> }[] = []
afterEach(() => t.setNow(null))
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

/** A company whose system receives the orders, and a contract in service with its connection. */
async function desk({ mode = 'enforce' }: { mode?: string } = {}) {
  t.setNow(new Date(`${TODAY}T17:00:00Z`))
  const receiver = await startReceiver(SECRET)
  receivers.push(receiver)
  const company = await t.company()
  const [admin, network, financial] = [
    await company.person('admin'),
    await company.person('network'),
    await company.person('financial'),
  ]
  const device = { name: 'Sistema propio', kind: 'webhook', url: receiver.url, secret: SECRET }
  const { data } = await admin.call(networkApi.addDevice, { body: { device } })
  await admin.call(networkApi.changeDevice, { params: { id: data.id }, body: { device: { mode } } })
  const it = { company, admin, network, financial, receiver, device: data.id }
  return { ...it, ...(await addService(it, 'ana')) }
}

async function addService(
  { company, network, device }: { company: Company; network: Person; device: string },
  username: string,
) {
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id)
  const params = { no: contract.no_contract }
  await network.call(networkApi.assign, { params, body: { service: { device_id: device, username } } })
  return { contract, params }
}

const list = async (by: Person, query: object = {}) => (await by.call(networkApi.orders, { query: { ...query } })).data
const states = async (by: Person) => (await list(by)).map(({ action, state }) => [action, state]).toReversed()
const suspend = (by: Person, params: { no: string }) =>
  by.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
const received = ({ receiver }: { receiver: Receiver }) =>
  [...receiver.services.values()].map(({ desired }) => desired.state)
/** The orders and the devices that wait are due now: the clock of the database cannot be moved. */
const makeDue = async (company: Company): Promise<void> => {
  await t.owner.query(`update network_orders set next_try_at = now() where company_id = $1 and state = 'queued'`, [
    company.id,
  ])
  await t.owner.query(`update network_devices set rests_until = null, claimed_until = null where company_id = $1`, [
    company.id,
  ])
}

test('SUS-06 un corte queda como orden en la misma transacción, y el sistema de la empresa lo recibe firmado', async () => {
  const it = await desk()
  await runOrders(t.world)
  expect(received(it)).toEqual(['active'])
  await suspend(it.financial, it.params)
  expect(await states(it.network)).toEqual([
    ['create', 'done'],
    ['suspend', 'queued'],
  ])
  expect(await runOrders(t.world)).toBe(1)
  const [order] = await list(it.network)
  expect(order).toMatchObject({
    action: 'suspend',
    state: 'done',
    tries: 1,
    problem: null,
    source: 'contract.suspended',
  })
  const [sent] = it.receiver.services.values()
  expect(sent).toMatchObject({
    id: order?.id,
    action: 'suspend',
    contract: it.params.no,
    desired: { state: 'suspended', username: 'ana', down_kbps: 100_000, up_kbps: 50_000 },
  })
  const { data } = await it.network.call(networkApi.order, { params: { id: order?.id ?? '' } })
  expect(data.log).toMatchObject([{ outcome: 'applied' }])
  expect(it.receiver.statuses).toEqual([200, 200])
  const { data: service } = await it.financial.call(networkApi.service, { params: it.params })
  expect(service).toMatchObject({ desired: { state: 'suspended' }, applied: { state: 'suspended' } })
  expect(service?.last_order?.id).toBe(order?.id)
})

test('SUS-06 cuando el corte no se guarda, tampoco queda su orden', async () => {
  const it = await desk()
  const before = await list(it.network)
  const refused = await it.financial.ask(contractApi.reconnect, { params: it.params, body: {} })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await list(it.network)).toEqual(before)
})

test('SUS-06 un pago que llega mientras se envía el corte termina en servicio', async () => {
  const it = await desk()
  await runOrders(t.world)
  await suspend(it.financial, it.params)
  it.receiver.onOrder(async ({ action }) => {
    if (action === 'suspend') await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  })
  await runOrders(t.world)
  expect(received(it)).toEqual(['active'])
  expect((await states(it.network)).slice(1)).toEqual([
    ['suspend', 'done'],
    ['reconnect', 'done'],
  ])
})

test('SUS-06 un pago que llega antes de enviar el corte lo reemplaza: el corte nunca sale', async () => {
  const it = await desk()
  await runOrders(t.world)
  await suspend(it.financial, it.params)
  await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  const actions: string[] = []
  it.receiver.onOrder(async ({ action }) => void actions.push(action))
  await runOrders(t.world)
  expect(actions).toEqual(['reconnect'])
  expect((await states(it.network)).slice(1)).toEqual([
    ['suspend', 'superseded'],
    ['reconnect', 'done'],
  ])
})

test('SUS-06 una reconexión no espera el corte que falló y que se repite más tarde', async () => {
  const it = await desk()
  await runOrders(t.world)
  await suspend(it.financial, it.params)
  it.receiver.answer(503)
  await runOrders(t.world)
  expect((await list(it.network))[0]).toMatchObject({ action: 'suspend', state: 'queued', tries: 1 })
  await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  await runOrders(t.world)
  expect((await list(it.network))[0]).toMatchObject({ action: 'reconnect', state: 'done' })
  expect(received(it)).toEqual(['active'])
})

test('SUS-06 una respuesta que se pierde se repite, y queda aplicada una sola vez', async () => {
  const it = await desk()
  it.receiver.answer(503)
  await runOrders(t.world)
  const [order] = await list(it.network)
  expect(order).toMatchObject({ state: 'queued', tries: 1, problem: 'respondió 503', waits_for: 'Espera su hora' })
  await makeDue(it.company)
  await runOrders(t.world)
  expect((await list(it.network))[0]).toMatchObject({ state: 'done', tries: 2, problem: null })
  const { data } = await it.network.call(networkApi.order, { params: { id: order?.id ?? '' } })
  expect(data.log.map(({ outcome }) => outcome)).toEqual(['applied', 'error'])
})

test('SUS-06 lo que el equipo no acepta falla, se avisa, y se repite cuando alguien lo pide', async () => {
  const it = await desk()
  it.receiver.answer(422)
  await runOrders(t.world)
  const [order] = await list(it.network, { state: 'failed' })
  expect(order).toMatchObject({ problem: 'respondió 422' })
  expect(await t.events(it.company.id)).toContain('network_order.failed')
  await runOrders(t.world)
  expect(it.receiver.statuses).toHaveLength(1)
  const params = { id: order?.id ?? '' }
  const { message } = await it.network.call(networkApi.retry, { params })
  expect(message).toBe('La orden va de nuevo')
  await runOrders(t.world)
  expect((await list(it.network))[0]).toMatchObject({ id: params.id, state: 'done' })
  const again = await it.network.ask(networkApi.retry, { params })
  expect([again.status, again.json.message]).toEqual([409, 'Esa orden ya terminó: no hay nada que repetir'])
})

test('SUS-06 un equipo que no responde descansa, sus órdenes esperan a la vista y salen cuando vuelve', async () => {
  const it = await desk()
  await t.owner.query(`update network_devices set url = 'http://127.0.0.1:9/enlace' where id = $1`, [it.device])
  for (const _ of [1, 2, 3]) {
    await runOrders(t.world)
    expect((await list(it.network))[0]?.waits_for).toMatch(/no responde/)
    expect(await runOrders(t.world)).toBe(0)
    await makeDue(it.company)
  }
  await suspend(it.financial, it.params)
  const [device] = (await it.admin.call(networkApi.devices)).data
  expect(device).toMatchObject({ problem: 'el equipo no recibe conexiones en esa dirección', queued: 2 })
  await t.owner.query('update network_devices set url = $2 where id = $1', [it.device, it.receiver.url])
  const { message } = await it.admin.call(networkApi.testDevice, { params: { id: it.device } })
  expect(message).toBe('El equipo respondió bien')
  await runOrders(t.world)
  expect(received(it)).toEqual(['suspended'])
  expect(await states(it.network)).toEqual([
    ['create', 'superseded'],
    ['suspend', 'done'],
  ])
})

test('SUS-06 dos procesos a la vez envían cada orden una vez, y un proceso que muere deja el equipo al otro', async () => {
  const it = await desk()
  for (const username of ['beto', 'caro', 'dario']) await addService(it, username)
  const counts = await Promise.all([runOrders(t.world), runOrders(t.world), runOrders(t.world)])
  expect(counts.reduce((total, count) => total + count, 0)).toBe(4)
  expect(it.receiver.statuses).toEqual([200, 200, 200, 200])
  await suspend(it.financial, it.params)
  // A process that was killed: its claim stays until it ends by itself.
  const claim = (until: string) =>
    t.owner.query(`update network_devices set claim = uuid_v7(), claimed_until = now() + $2::interval where id = $1`, [
      it.device,
      until,
    ])
  await claim('1 minute')
  expect(await runOrders(t.world)).toBe(0)
  await claim('-1 second')
  expect(await runOrders(t.world)).toBe(1)
  expect(received(it)).toContain('suspended')
})

test('SUS-06 un proceso con el reloj corrido no envía nada', async () => {
  const it = await desk()
  const moved = (years: number) => () => new Date(Date.now() + years * 365 * 86_400_000)
  expect(await runOrders(t.world, moved(1))).toBe(0)
  expect(await runOrders(t.world, moved(-30))).toBe(0)
  expect(it.receiver.statuses).toEqual([])
  expect(await runOrders(t.world)).toBe(1)
})

test('SUS-06 los cortes de un día tienen un límite que espera a una persona; las reconexiones no', async () => {
  const it = await desk()
  const others = []
  for (let index = 0; index < 21; index += 1) others.push(await addService(it, `cliente${index}`))
  await runOrders(t.world)
  for (const { params } of [it, ...others]) await suspend(it.financial, params)
  await runOrders(t.world)
  expect(received(it).filter((state) => state === 'suspended')).toHaveLength(20)
  expect((await it.admin.call(networkApi.devices)).data[0]).toMatchObject({ halted: 'cuts', queued: 2 })
  expect(await t.events(it.company.id)).toContain('network_device.halted')
  await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  await runOrders(t.world)
  expect(received(it).filter((state) => state === 'suspended')).toHaveLength(19)
  await it.network.call(networkApi.confirm, { params: { id: it.device } })
  await runOrders(t.world)
  expect(received(it).filter((state) => state === 'suspended')).toHaveLength(21)
})

test('SUS-06 de una empresa suspendida no salen cortes, y sus reconexiones sí', async () => {
  const it = await desk()
  const other = await addService(it, 'beto')
  await runOrders(t.world)
  await suspend(it.financial, other.params)
  await runOrders(t.world)
  await suspend(it.financial, it.params)
  await it.financial.call(contractApi.reconnect, { params: other.params, body: {} })
  await t.owner.query(`update companies set status = 'suspended' where id = $1`, [it.company.id])
  await runOrders(t.world)
  expect(received(it)).toEqual(['active', 'active'])
  await t.owner.query(`update companies set status = 'active' where id = $1`, [it.company.id])
  await runOrders(t.world)
  expect(received(it)).toEqual(['suspended', 'active'])
})

test('SUS-06 un equipo que solo observa no recibe nada', async () => {
  const it = await desk({ mode: 'monitor' })
  expect(await runOrders(t.world)).toBe(0)
  expect(it.receiver.statuses).toEqual([])
  expect((await list(it.network))[0]?.waits_for).toBe('El equipo está en «Solo observa»')
})

test('SUS-06 un cambio de plan espera el día en que empieza, y un retiro quita el servicio ese día', async () => {
  const it = await desk()
  await runOrders(t.world)
  const plan = await makePlan(t.owner, it.company.id, 9_000_000)
  await t.owner.query(`update plans set download_speed = '300 Mbps', upload_speed = '90 Mbps' where id = $1`, [plan])
  await it.financial.call(contractApi.changePlan, { params: it.params, body: { plan_id: plan } })
  await runOrders(t.world)
  expect(it.receiver.statuses).toHaveLength(1)
  t.setNow(new Date('2027-01-20T17:00:00Z'))
  await makeDue(it.company)
  await runOrders(t.world)
  expect([...it.receiver.services.values()][0]).toMatchObject({
    action: 'change_speed',
    desired: { state: 'active', down_kbps: 300_000, up_kbps: 90_000 },
  })
})

test('SUS-06 cada hora se escriben las órdenes que faltan, de cada empresa con equipos, y ninguna dos veces', async () => {
  const it = await desk()
  await runOrders(t.world)
  await t.owner.query(`update network_services set applied_state = 'suspended' where company_id = $1`, [it.company.id])
  await networkTasks['network.settle'](t.world)
  await networkTasks['network.settle'](t.world)
  expect((await list(it.network)).map(({ action, state, source }) => [action, state, source])).toEqual([
    ['reconnect', 'queued', 'network.settle'],
    ['create', 'done', expect.any(String)],
  ])
})

test('SUS-06 cada cuarto de hora se compara cada MikroTik, y el que no responde no detiene a los demás', async () => {
  const it = await desk()
  const router = await startRouterSimulator(SECRET)
  receivers.push(router)
  // They are compared in the order in which they were added.
  for (const name of ['Sin respuesta', 'Apagado', 'Torre']) {
    const url = name === 'Torre' ? router.url : 'https://127.0.0.1:9'
    const device = { name, kind: 'routeros', url, login: 'enlace', secret: SECRET }
    const { data } = await it.admin.call(networkApi.addDevice, { body: { device } })
    if (name === 'Apagado')
      await it.admin.call(networkApi.changeDevice, { params: { id: data.id }, body: { device: { mode: 'off' } } })
  }
  expect(networkSchedules).toContainEqual({ task: 'network.compare', pattern: '*/15 * * * *' })
  await networkTasks['network.compare'](t.world)
  const { rows } = await t.owner.query(
    `select name, failures, compared_at is not null as is_compared from network_devices where company_id = $1 and kind = 'routeros' order by name`,
    [it.company.id],
  )
  expect(rows).toEqual([
    { name: 'Apagado', failures: 0, is_compared: false },
    { name: 'Sin respuesta', failures: 1, is_compared: false },
    { name: 'Torre', failures: 0, is_compared: true },
  ])
})
