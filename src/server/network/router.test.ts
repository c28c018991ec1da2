import { afterAll, afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { type RouterSimulator, startRouterSimulator } from '#simulators/network/router.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { runOrders } from '#test/run-orders.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { networkTasks } from './jobs.ts'

const t = testApp()
const PASSWORD = 'clave-del-router'
const routers: RouterSimulator[] = []
afterEach(() => t.setNow(null))
afterAll(() => Promise.all(routers.map((router) => router.close())))

/** A company with a MikroTik that applies its orders, and `count` services on it. */
async function desk(count = 1) {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  const [admin, network, financial] = [
    await company.person('admin'),
    await company.person('network'),
    await company.person('financial'),
  ]
  const { router, device } = await addRouter(admin, 'Torre Norte')
  const it = { company, admin, network, financial, router, device }
  const services = []
  for (let index = 0; index < count; index += 1) services.push(await addService(it, index))
  await runOrders(t.world)
  return { ...it, services, first: services[0] ?? { no: '' } }
}

async function addRouter(admin: Person, name: string) {
  const router = await startRouterSimulator(PASSWORD)
  routers.push(router)
  const body = { device: { name, kind: 'routeros', url: router.url, login: 'enlace', secret: PASSWORD } }
  const { data } = await admin.call(networkApi.addDevice, { body })
  await admin.call(networkApi.changeDevice, { params: { id: data.id }, body: { device: { mode: 'enforce' } } })
  return { router, device: data.id }
}

type Desk = { company: Company; network: Person; device: string }

async function addService({ company, network, device }: Desk, index: number): Promise<{ no: string }> {
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const service = {
    device_id: device,
    username: `cliente${index}`,
    password: 'Clave-Larga-1',
    ipv4: `10.20.0.${index + 1}`,
  }
  await network.call(networkApi.assign, { params: { no: no_contract }, body: { service } })
  return { no: no_contract }
}

const suspend = (by: Person, params: { no: string }) =>
  by.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
const reconnect = (by: Person, params: { no: string }) => by.call(contractApi.reconnect, { params, body: {} })
const compare = (by: Person, id: string) => by.call(networkApi.compare, { params: { id } })
const differences = async (by: Person) =>
  (await by.call(networkApi.differences)).data.map(({ kind, no_contract }) => [kind, no_contract])
/** The user names of a router, in order. */
const users = (router: RouterSimulator): string[] =>
  router
    .rows('ppp/secret')
    .map(({ name = '' }) => name)
    .toSorted((one, other) => one.localeCompare(other))
const cut = (router: RouterSimulator) => router.rows('ip/firewall/address-list').map(({ address }) => address)
const makeDue = async ({ id }: Company): Promise<void> => {
  await t.owner.query(`update network_orders set next_try_at = now() where company_id = $1 and state = 'queued'`, [id])
  await t.owner.query(`update network_devices set rests_until = null where company_id = $1`, [id])
}

test('SUS-06 un MikroTik recibe el usuario, la velocidad y el corte, y cierra la sesión para que el corte valga ya', async () => {
  const it = await desk()
  const { router } = it
  expect(router.rows('ppp/secret')).toMatchObject([
    { name: 'cliente0', password: 'Clave-Larga-1', 'remote-address': '10.20.0.1', disabled: 'false', service: 'pppoe' },
  ])
  expect(router.rows('queue/simple')).toMatchObject([{ target: '10.20.0.1/32', 'max-limit': '50000000/100000000' }])
  expect(router.connect('cliente0')).toBe(true)
  await suspend(it.financial, it.first)
  await runOrders(t.world)
  expect(cut(router)).toEqual(['10.20.0.1'])
  expect(router.rows('ppp/active')).toEqual([])
  await reconnect(it.financial, it.first)
  await runOrders(t.world)
  expect(cut(router)).toEqual([])
  const writes = router.writes()
  await it.network.call(networkApi.assign, {
    params: it.first,
    body: { service: { device_id: it.device, username: 'cliente0' } },
  })
  await runOrders(t.world)
  expect(router.writes()).toBe(writes)
})

test('SUS-06 sin dirección fija o con «No se conecta», el corte deshabilita el usuario', async () => {
  const it = await desk()
  const service = { device_id: it.device, username: 'cliente0', on_suspend: 'reject' }
  await it.network.call(networkApi.assign, { params: it.first, body: { service } })
  await suspend(it.financial, it.first)
  await runOrders(t.world)
  expect(cut(it.router)).toEqual([])
  expect(it.router.rows('ppp/secret')).toMatchObject([{ disabled: 'true' }])
  expect(it.router.connect('cliente0')).toBe(false)
})

test('SUS-06 una respuesta que se pierde o llega mal después del cambio no deja el router a medias', async () => {
  for (const failure of ['lost', 'late_400'] as const) {
    const it = await desk()
    expect(it.router.connect('cliente0')).toBe(true)
    await suspend(it.financial, it.first)
    it.router.fail(failure)
    await runOrders(t.world)
    await makeDue(it.company)
    await runOrders(t.world)
    expect(cut(it.router)).toEqual(['10.20.0.1'])
    // The rows were written in the first try: the second one ends the session.
    expect(it.router.rows('ppp/active')).toEqual([])
    const { data } = await it.network.call(networkApi.orders)
    expect(data[0]).toMatchObject({ action: 'suspend', state: 'done' })
  }
})

test('SUS-06 un usuario que no es de Enlace no se toca: la orden falla y lo dice', async () => {
  const it = await desk(0)
  const foreign = { '.id': '*F0', name: 'cliente0', comment: 'a mano' }
  it.router.rows('ppp/secret').push(foreign)
  await addService(it, 0)
  await runOrders(t.world)
  const { data } = await it.network.call(networkApi.orders)
  expect(data[0]).toMatchObject({ state: 'failed', problem: expect.stringMatching(/ya tiene a cliente0 sin la marca/) })
  expect(it.router.rows('ppp/secret')).toEqual([foreign])
  await compare(it.network, it.device)
  expect((await differences(it.network)).map(([kind]) => kind)).toEqual(['foreign'])
})

test('SUS-06 credenciales que el router no acepta detienen sus órdenes hasta que alguien las corrige', async () => {
  const it = await desk()
  const params = { id: it.device }
  await it.admin.call(networkApi.changeDevice, { params, body: { device: { secret: 'otra-clave' } } })
  await suspend(it.financial, it.first)
  await runOrders(t.world)
  expect((await it.admin.call(networkApi.devices)).data[0]).toMatchObject({ halted: 'credentials', queued: 1 })
  // The desk is notified, once.
  await compare(it.network, it.device)
  expect(await haltsOf(it.company)).toBe(1)
  expect(await noticesOf(it.network)).toContain(NO_CREDENTIALS)
  await it.admin.call(networkApi.changeDevice, { params, body: { device: { secret: PASSWORD } } })
  await runOrders(t.world)
  expect(cut(it.router)).toEqual(['10.20.0.1'])
})

test('SUS-06 una comparación que el router no deja hacer por las credenciales también avisa a la mesa', async () => {
  const it = await desk()
  const params = { id: it.device }
  await it.admin.call(networkApi.changeDevice, { params, body: { device: { secret: 'otra-clave' } } })
  await networkTasks['network.compare'](t.world)
  expect(await haltsOf(it.company)).toBe(1)
  expect(await noticesOf(it.network)).toContain(NO_CREDENTIALS)
})

const NO_CREDENTIALS =
  'El equipo Torre Norte no aceptó las credenciales y no recibe órdenes, tampoco reconexiones: guárdalas otra vez y pruébalo'
const haltsOf = async ({ id }: Company): Promise<number> =>
  (await t.events(id)).filter((name) => name === 'network_device.halted').length
const noticesOf = async (by: Person): Promise<string[]> =>
  (await by.call(notificationApi.list)).data.map(({ text }) => text)

test('SUS-06 un router restaurado de un respaldo viejo se compara y se corrige solo', async () => {
  const it = await desk(3)
  it.router.backup()
  const [first, second] = it.services
  await suspend(it.financial, first ?? { no: '' })
  await addService(it, 3)
  await runOrders(t.world)
  const before = users(it.router)
  it.router.restore()
  // One client is cut that owes nothing.
  await suspend(it.financial, second ?? { no: '' })
  await runOrders(t.world)
  await t.owner.query(`update contracts set status = 'active' where no_contract = $1`, [second?.no])
  const { message } = await compare(it.network, it.device)
  expect(message).toBe('Hay diferencias: míralas en la lista')
  const kinds = (await differences(it.network)).map(([kind]) => kind)
  expect([kinds.length, new Set(kinds)]).toEqual([3, new Set(['missing', 'state'])])
  await runOrders(t.world)
  expect(users(it.router)).toEqual(before)
  expect(cut(it.router)).toEqual(['10.20.0.1'])
  expect((await compare(it.network, it.device)).message).toBe('El equipo está como debe')
  expect(await differences(it.network)).toEqual([])
})

test('SUS-06 un cambio de plan que espera su día no esconde las diferencias del servicio', async () => {
  const it = await desk()
  const plan = await makePlan(t.owner, it.company.id, 9_000_000)
  await it.financial.call(contractApi.changePlan, { params: it.first, body: { plan_id: plan } })
  await suspend(it.financial, it.first)
  await runOrders(t.world)
  it.router.backup()
  await reconnect(it.financial, it.first)
  await runOrders(t.world)
  it.router.restore()
  expect(cut(it.router)).toEqual(['10.20.0.1'])
  await compare(it.network, it.device)
  expect(await differences(it.network)).toEqual([['state', it.first.no]])
  await runOrders(t.world)
  expect(cut(it.router)).toEqual([])
})

test('SUS-06 una lista vacía o a medias no corta ni borra: espera a una persona', async () => {
  const it = await desk(6)
  it.router.fail('empty', 'empty', 'empty')
  expect((await compare(it.network, it.device)).message).toMatch(/demasiadas diferencias/)
  expect((await it.admin.call(networkApi.devices)).data[0]).toMatchObject({
    halted: 'differences',
    differences: 6,
    queued: 0,
  })
  const writes = it.router.writes()
  await runOrders(t.world)
  expect(it.router.writes()).toBe(writes)
  await t.owner.query('update network_devices set halted = null where id = $1', [it.device])
  for (const failure of ['truncated', 'html', 'closed'] as const) {
    it.router.fail(failure)
    expect((await compare(it.network, it.device)).message).toMatch(/no respondió/)
  }
  expect(it.router.writes()).toBe(writes)
})

test('SUS-06 un router vuelto de fábrica se llena otra vez cuando alguien confirma las diferencias', async () => {
  const it = await desk(6)
  it.router.restore()
  expect((await compare(it.network, it.device)).message).toMatch(/demasiadas diferencias/)
  await runOrders(t.world)
  expect(it.router.rows('ppp/secret')).toEqual([])
  await it.network.call(networkApi.confirm, { params: { id: it.device } })
  await runOrders(t.world)
  expect(it.router.rows('ppp/secret')).toHaveLength(6)
})

test('SUS-06 de dos routers responde uno: el otro espera y se pone al día cuando vuelve', async () => {
  const it = await desk()
  const south = await addRouter(it.admin, 'Torre Sur')
  const other = await addService({ ...it, device: south.device }, 9)
  await runOrders(t.world)
  south.router.setDown(true)
  for (const params of [it.first, other]) await suspend(it.financial, params)
  await runOrders(t.world)
  expect([cut(it.router), cut(south.router)]).toEqual([['10.20.0.1'], []])
  const { data } = await it.admin.call(networkApi.devices)
  expect(data.map(({ name, queued, problem }) => [name, queued, problem === null])).toEqual([
    ['Torre Norte', 0, true],
    ['Torre Sur', 1, false],
  ])
  south.router.setDown(false)
  await makeDue(it.company)
  await runOrders(t.world)
  expect(cut(south.router)).toEqual(['10.20.0.10'])
})

test('SUS-06 un servicio que pasa a otro router se quita del primero', async () => {
  const it = await desk()
  const south = await addRouter(it.admin, 'Torre Sur')
  const service = { device_id: south.device, username: 'cliente0' }
  await it.network.call(networkApi.assign, { params: it.first, body: { service } })
  await runOrders(t.world)
  expect(it.router.rows('ppp/secret')).toEqual([])
  expect(south.router.rows('ppp/secret')).toMatchObject([{ name: 'cliente0', password: 'Clave-Larga-1' }])
})

test('INT-01 cambiar la dirección o la huella de un equipo pide otra vez su secreto: nadie lo recibe en otro servidor', async () => {
  const it = await desk()
  const other = await startRouterSimulator('otra-clave')
  routers.push(other)
  const params = { id: it.device }
  for (const change of [{ url: other.url }, { certificate: 'a'.repeat(64) }]) {
    const refused = await it.admin.ask(networkApi.changeDevice, { params, body: { device: change } })
    expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'device.secret'])
  }
  const same = { name: 'Torre Sur', url: it.router.url }
  expect((await it.admin.ask(networkApi.changeDevice, { params, body: { device: same } })).status).toBe(200)
  const moved = { url: other.url, secret: 'otra-clave' }
  expect((await it.admin.ask(networkApi.changeDevice, { params, body: { device: moved } })).status).toBe(200)
})
