import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { CODES, decodeReply, encodeRequest, rateLimit, userName } from '#server/providers/network/radius-packet.ts'
import { nine } from '#test/arrears.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { radiusDigest, startRouter } from '#test/radius/router.ts'
import { RADIUS_ROOT, type RadiusServer, startRadius } from '#test/radius/server.ts'
import { runOrders } from '#test/run-orders.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { radiusKey } from './drivers.ts'

const t = testApp()
const SECRET = 'secreto-andina-32-caracteres-azar'
const PASSWORD = 'Clave-Larga-1'
afterEach(() => t.setNow(null))
const routers: { close(): void }[] = []
const holder: { server?: RadiusServer } = {}
const digest = radiusDigest(SECRET)

const databaseOf = () => ({
  ownerUrl: t.owner.options.connectionString ?? '',
  appUrl: t.world.pool.options.connectionString ?? '',
  secret: t.world.config.secret,
})

beforeAll(async () => {
  if (RADIUS_ROOT !== null) holder.server = await startRadius(RADIUS_ROOT, databaseOf())
})
afterAll(async () => {
  await holder.server?.stop()
  for (const router of routers) router.close()
})

/** A company with a router at an address of this machine, and the service of an active contract on it. */
async function desk(address: string, mode = 'enforce') {
  const company = await t.company()
  const [admin, network, financial] = [
    await company.person('admin'),
    await company.person('network'),
    await company.person('financial'),
  ]
  const body = { device: { name: 'Router', kind: 'radius', nas_address: address, secret: SECRET } }
  const { data } = await admin.call(networkApi.addDevice, { body })
  const params = { id: data.id }
  await admin.call(networkApi.changeDevice, { params, body: { device: { mode } } })
  const it = { company, admin, network, financial, device: data.id, address }
  return { ...it, params: await addService(it) }
}

async function addService({ company, network, device }: { company: Company; network: Person; device: string }) {
  const client = await makeClient(t.owner, company.id)
  const { no_contract: no } = await makeContract(t.owner, company.id, client.id)
  const service = { device_id: device, username: 'juan', password: PASSWORD, ipv4: '10.20.0.9' }
  await network.call(networkApi.assign, { params: { no }, body: { service } })
  return { no }
}

/** The rows that FreeRADIUS gets from a function, as its own role. */
async function rowsAs(query: string, values: unknown[]): Promise<{ attribute: string; value: string }[]> {
  const client = await t.owner.connect()
  try {
    await client.query('set role enlace_radius')
    return (await client.query<{ attribute: string; value: string }>(query, values)).rows
  } finally {
    await client.query('reset role')
    client.release()
  }
}

const ITEMS = 'select attribute, value from radius.items($1, $2, $3)'

/** What FreeRADIUS gets for the client of a device, by attribute. Without the key there is no password. */
const reply = async (device: string, given: string | null = null) =>
  Object.fromEntries((await rowsAs(ITEMS, [device, 'juan', given])).map((row) => [row.attribute, row.value]))

const suspend = (by: Person, params: { no: string }) =>
  by.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
const key = () => radiusKey(t.world.config.secret)

test('SUS-06 lo que RADIUS entrega sale del contrato: velocidad, dirección, y el corte en cuanto se suspende', async () => {
  const it = await desk('127.0.1.1')
  const open = {
    'Mikrotik-Rate-Limit': '50000k/100000k',
    'Framed-IP-Address': '10.20.0.9',
    'Acct-Interim-Interval': '600',
  }
  expect(await reply(it.device)).toEqual(open)
  await suspend(it.financial, it.params)
  expect(await reply(it.device)).toEqual({
    ...open,
    'Mikrotik-Rate-Limit': '256k/256k',
    'Mikrotik-Address-List': 'morosos',
  })
  await it.admin.call(networkApi.changeDevice, { params: { id: it.device }, body: { device: { mode: 'monitor' } } })
  expect(await reply(it.device)).toEqual(open)
  await it.admin.call(networkApi.changeDevice, { params: { id: it.device }, body: { device: { mode: 'off' } } })
  expect(await reply(it.device)).toEqual({})
})

test('INT-04 la contraseña y el secreto del router se abren solo con la llave, y ningún rol del servidor los lee', async () => {
  const it = await desk('127.0.1.2')
  expect(await reply(it.device, key())).toMatchObject({ 'Cleartext-Password': PASSWORD })
  await expect(reply(it.device, 'otra-llave')).rejects.toThrow(/Wrong key or corrupt data/)
  const { rows } = await t.owner.query(`select encode(password, 'escape') as text from network_services`)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  for (const role of ['enlace_app', 'enlace_platform']) {
    for (const column of ['network_services.password', 'network_devices.radius_secret']) {
      const [table, name] = column.split('.')
      const client = await t.owner.connect()
      try {
        await client.query(`set role ${role}`)
        await expect(client.query(`select ${name} from ${table}`)).rejects.toThrow(/permission denied/)
      } finally {
        await client.query('reset role')
        client.release()
      }
    }
  }
  for (const table of ['network_services', 'network_devices', 'contracts', 'clients', 'radius.nada'])
    await expect(rowsAs(`select * from ${table}`, [])).rejects.toThrow(/permission denied|does not exist/)
})

test('SUS-06 un FreeRADIUS con la configuración de antes recibe lo mismo en sus dos consultas', async () => {
  const it = await desk('127.0.1.5')
  const service = { device_id: it.device, username: 'juan', on_suspend: 'reject' }
  await it.network.call(networkApi.assign, { params: it.params, body: { service } })
  const both = async () => [
    ...(await rowsAs('select * from radius.check_items($1, $2, $3)', [it.device, 'juan', key()])),
    ...(await rowsAs('select * from radius.reply_items($1, $2)', [it.device, 'juan'])),
  ]
  const all = () => rowsAs('select * from radius.items($1, $2, $3) order by id', [it.device, 'juan', key()])
  expect(await both()).toEqual(await all())
  await suspend(it.financial, it.params)
  expect(await both()).toEqual(await all())
  expect((await both()).map(({ attribute }) => attribute)).toEqual([
    'Cleartext-Password',
    'Auth-Type',
    'Mikrotik-Rate-Limit',
    'Mikrotik-Address-List',
    'Framed-IP-Address',
    'Acct-Interim-Interval',
  ])
})

async function routerWith(sessions: Set<string>, options: Parameters<typeof startRouter>[2] = {}) {
  const router = await startRouter(SECRET, sessions, options)
  routers.push(router)
  return router
}

/** The next run of the worker: what waits is due, and the device rests no more. */
async function retry({ company }: { company: Company }): Promise<void> {
  await t.owner.query(`update network_orders set next_try_at = now() where company_id = $1 and state = 'queued'`, [
    company.id,
  ])
  await t.owner.query(`update network_devices set rests_until = null, claimed_until = null where company_id = $1`, [
    company.id,
  ])
  await runOrders(t.world)
}

const WALLED = { 'Mikrotik-Address-List': 'morosos' }

test('SUS-06 R2.22 mientras un corte espera, RADIUS no corta al cliente que se conecta solo; un reintento sí lo corta', async () => {
  t.setNow(new Date(nine('2026-12-15')))
  const it = await desk('127.0.0.4')
  const [sessions, read] = [new Set<string>(), new Array<Record<string, string>>()]
  const router = await routerWith(sessions, {
    address: it.address,
    onEnd: async () => void read.push(await reply(it.device)),
  })
  await it.admin.call(networkApi.changeDevice, {
    params: { id: it.device },
    body: { device: { coa_port: router.port } },
  })
  await runOrders(t.world)
  await suspend(it.financial, it.params)
  router.answers.isRefusing = true
  await runOrders(t.world)
  // The router did not end the session: the order waits for its next try, and the client is cut.
  expect(await reply(it.device)).toMatchObject(WALLED)
  t.setNow(new Date('2026-12-15T23:00:00Z'))
  await retry(it)
  const { data: orders } = await it.network.call(networkApi.orders)
  expect(orders[0]).toMatchObject({ action: 'suspend', state: 'queued', problem: 'Espera el horario de los cortes' })
  expect(await reply(it.device)).not.toHaveProperty('Mikrotik-Address-List')
  t.setNow(new Date(nine('2026-12-16')))
  router.answers.isRefusing = false
  sessions.add('juan')
  read.length = 0
  await retry(it)
  // At the moment at which its session ends the client connects again: it is cut.
  expect(read).toEqual([expect.objectContaining(WALLED)])
  expect(await reply(it.device)).toMatchObject(WALLED)
})

test('SUS-06 una dirección de router es de una sola empresa', async () => {
  const it = await desk('127.0.1.3')
  const other = await (await t.company()).person('admin')
  const body = { device: { name: 'Router', kind: 'radius', nas_address: '127.0.1.3', secret: SECRET } }
  const refused = await other.ask(networkApi.addDevice, { body })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'device.nas_address'])
  expect(refused.json.message).toMatch(/pide a soporte de Enlace que la libere/)
  expect(
    await rowsAs('select id as attribute, secret as value from radius.router($1, $2)', [it.address, key()]),
  ).toEqual([{ attribute: it.device, value: SECRET }])
})

test('SUS-06 de dos empresas que registran a la vez la dirección de un router, una la obtiene y la otra lee por qué no', async () => {
  const admins = await Promise.all([1, 2, 3].map(async () => (await t.company()).person('admin')))
  const body = { device: { name: 'Router', kind: 'radius', nas_address: '127.0.1.4', secret: SECRET } }
  const answers = await Promise.all(admins.map((admin) => admin.ask(networkApi.addDevice, { body })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
})

test.skipIf(RADIUS_ROOT === null)(
  'SUS-06 FreeRADIUS acepta, rechaza y cambia la velocidad de clientes de verdad (falta FreeRADIUS: se salta)',
  async () => {
    const [one, two] = [await desk('127.0.0.2'), await desk('127.0.0.3')]
    const ask = (from: string, password = PASSWORD, kind?: 'chap') =>
      holder.server?.ask(from, SECRET, 'juan', password, kind)
    expect(await ask(one.address)).toMatchObject({
      isAccepted: true,
      attributes: { 'Mikrotik-Rate-Limit': '50000k/100000k', 'Framed-IP-Address': '10.20.0.9' },
    })
    expect(await ask(one.address, PASSWORD, 'chap')).toMatchObject({ isAccepted: true })
    expect(await ask(one.address, 'otra-clave')).toMatchObject({ isAccepted: false, isSilent: false })
    expect(await holder.server?.ask(one.address, SECRET, `juan' or '1'='1`, PASSWORD)).toMatchObject({
      isAccepted: false,
    })
    await suspend(one.financial, one.params)
    expect((await ask(one.address))?.attributes).toMatchObject({
      'Mikrotik-Rate-Limit': '256k/256k',
      'Mikrotik-Address-List': 'morosos',
    })
    // The same user name in another company is another client.
    expect((await ask(two.address))?.attributes).toMatchObject({ 'Mikrotik-Rate-Limit': '50000k/100000k' })
    const service = { device_id: one.device, username: 'juan', on_suspend: 'reject' }
    await one.network.call(networkApi.assign, { params: one.params, body: { service } })
    expect(await ask(one.address)).toMatchObject({ isAccepted: false, isSilent: false, attributes: {} })
    await one.financial.call(contractApi.reconnect, { params: one.params, body: {} })
    expect(await ask(one.address)).toMatchObject({ isAccepted: true })
    expect(await ask('127.0.0.9')).toMatchObject({ isSilent: true })
  },
)

test('SUS-06 los paquetes de RFC 5176 son los que FreeRADIUS contestó', async () => {
  const request = Buffer.from('28090024658f6e999bfb4f81f0796c1fcec3511901066a75616e2c0a3831613030303132', 'hex')
  const sessionId = { type: 44, value: Buffer.from('81a00012') }
  expect(await encodeRequest(CODES.disconnect, [userName('juan'), sessionId], digest, 9)).toEqual(request)
  const ack = Buffer.from('2909001418adcedb6c0e260c9f0d0abc60923c98', 'hex')
  expect(await decodeReply(request, ack, digest)).toEqual({ code: CODES.disconnectAck, errorCause: null })
  const forged = Buffer.from(ack)
  forged[19] = 0
  expect(await decodeReply(request, forged, digest)).toBe(null)
  expect(rateLimit(10_000, 50_000).value.toString('latin1')).toContain('10000k/50000k')
})

/** An order of a new speed for the service of a company. */
const orderSpeed = ({ company }: { company: Company }) =>
  t.owner.query(
    `insert into network_orders (company_id, service_id, device_id, action, version, source, actor_name)
     select company_id, id, device_id, 'change_speed', version, 'prueba', 'prueba' from network_services where company_id = $1`,
    [company.id],
  )

test('SUS-06 el corte cierra la sesión en el router, y un cambio de velocidad la conserva si el router lo acepta', async () => {
  const it = await desk('127.0.0.1')
  const sessions = new Set(['juan'])
  const router = await routerWith(sessions, { acceptsCoa: true })
  await it.admin.call(networkApi.changeDevice, {
    params: { id: it.device },
    body: { device: { coa_port: router.port } },
  })
  const { message } = await it.admin.call(networkApi.testDevice, { params: { id: it.device } })
  expect(message).toBe('El equipo respondió bien')
  await runOrders(t.world)
  expect(sessions.size).toBe(0)
  sessions.add('juan')
  await suspend(it.financial, it.params)
  await runOrders(t.world)
  expect(sessions.size).toBe(0)
  const { data } = await it.network.call(networkApi.orders)
  expect(data.map(({ action, state }) => [action, state])).toEqual([
    ['suspend', 'done'],
    ['create', 'done'],
  ])
  await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  await runOrders(t.world)
  sessions.add('juan')
  await orderSpeed(it)
  await runOrders(t.world)
  expect([...sessions]).toEqual(['juan'])
  expect(router.codes.at(-1)).toBe(CODES.coa)
})

test('SUS-06 una reconexión y un cambio de velocidad a la vez cierran la sesión del cortado: la velocidad sola no lo saca', async () => {
  const it = await desk('127.0.0.5')
  const sessions = new Set<string>()
  const router = await routerWith(sessions, { acceptsCoa: true, address: it.address })
  await it.admin.call(networkApi.changeDevice, {
    params: { id: it.device },
    body: { device: { coa_port: router.port } },
  })
  await suspend(it.financial, it.params)
  await runOrders(t.world)
  sessions.add('juan')
  await it.financial.call(contractApi.reconnect, { params: it.params, body: {} })
  await orderSpeed(it)
  await runOrders(t.world)
  expect([...sessions]).toEqual([])
  const { data } = await it.network.call(networkApi.orders)
  expect(data.slice(0, 2).map(({ action, state }) => [action, state])).toEqual([
    ['change_speed', 'done'],
    ['reconnect', 'done'],
  ])
})
