import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WHOLE_LIST_MAX } from '#domain/core/paging.ts'
import { planApi } from '#domain/plans/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { userApi } from '#domain/users/api.ts'
import { routes } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { type Person, testApp } from './world.ts'

const [PERSON_MAX, COMPANY_MAX] = [3, 5]
const limited = testApp({ IN_FLIGHT_PER_PERSON: String(PERSON_MAX), IN_FLIGHT_PER_COMPANY: String(COMPANY_MAX) })
const t = testApp()
const samplePlan = (at: number) => ({
  plan: {
    name: 'Hogar',
    reference_code: `S${at}ABC`,
    price: 10_000,
    download_speed: '10 Mbps',
    upload_speed: '5 Mbps',
  },
})
const SOON = { timeout: 20_000 }

/** A request whose body never arrives. Returns a function that gives it up. */
function openRequest(address: string, { token }: Person): () => void {
  const sending = request(`${address}/api${planApi.create.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '100' },
  })
  sending.on('error', () => undefined)
  sending.write('{')
  const giveUp = (): void => void sending.destroy()
  onTestFinished(giveUp)
  return giveUp
}

const codeOf = async (person: Person): Promise<string | undefined> => (await person.ask(profileApi.get)).json.code

test('API-04 quien tiene muchas solicitudes abiertas recibe 429, sus colegas siguen, y al cerrarlas sigue también', async () => {
  const company = await limited.company()
  const [one, colleague] = [await company.person('financial'), await company.person('admin')]
  const address = await limited.app.listen({ port: 0, host: '127.0.0.1' })
  const giveUps = Array.from({ length: PERSON_MAX }, () => openRequest(address, one))
  // The place that the question itself takes may refuse one of them: one more after each.
  const codeOrOneMore = async () => {
    const code = await codeOf(one)
    if (code === undefined) giveUps.push(openRequest(address, one))
    return code
  }
  await expect.poll(codeOrOneMore, SOON).toBe('TOO_MANY')
  expect((await one.ask(profileApi.get)).headers['retry-after']).toBe('2')
  expect(await codeOf(colleague)).toBeUndefined()
  for (const giveUp of giveUps) giveUp()
  await expect.poll(() => codeOf(one), SOON).toBeUndefined()
})

test('API-04 una empresa con muchas solicitudes abiertas recibe 429 y las demás empresas no', async () => {
  const [company, other] = [await limited.company(), await limited.company()]
  const people = [await company.person('financial'), await company.person('admin'), await company.person('technical')]
  const outsider = await other.person('financial')
  const server = await buildServer(limited.world, routes)
  onTestFinished(() => server.close())
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const statusOf = async ({ token }: Person): Promise<number> =>
    (await server.inject({ url: `/api${profileApi.get.path}`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('three people')
  const giveUps = [first, first, first].map((person) => openRequest(address, person))
  // One more each time: the place that the question itself takes may refuse one of them.
  const statusBesideOneMore = async (): Promise<number> => {
    giveUps.push(openRequest(address, second))
    return statusOf(third)
  }
  await expect.poll(statusBesideOneMore, SOON).toBe(429)
  expect(await statusOf(outsider)).toBe(200)
  for (const giveUp of giveUps) giveUp()
  await expect.poll(() => statusOf(third), SOON).toBe(200)
})

test('API-04 las transacciones detenidas de una empresa dejan conexiones para las otras', async () => {
  const [company, other] = [await t.company(), await t.company()]
  const [blocked, free] = [await company.person('financial'), await other.person('financial')]
  const holder = await t.owner.connect()
  const lock = [`${company.id}:plans`]
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)
  const waiting = Array.from({ length: 3 * t.world.config.poolMax }, (_, at) =>
    blocked.ask(planApi.create, { body: samplePlan(at) }),
  )
  try {
    await expect.poll(async () => (await countWaiting()) > 0, SOON).toBe(true)
    expect((await free.ask(planApi.create, { body: samplePlan(1) })).status).toBe(201)
    expect((await free.ask(planApi.list)).status).toBe(200)
  } finally {
    await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
    holder.release()
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(12)
})

/** The transactions that wait for an advisory lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await t.owner.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted",
  )
  return rows[0]?.count ?? 0
}

test('API-04 una respuesta que nadie lee se corta, y una que se lee despacio llega entera', async () => {
  const page = { path: '/grande', html: () => 'x'.repeat(40_000_000) }
  const server = await buildServer(t.world, routes, { pages: [page], readIdleMaxMs: 1_000 })
  onTestFinished(() => server.close())
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  /** The ports of the readers that the server still serves. */
  const open = new Set<number | undefined>()
  server.server.on('connection', (socket) => {
    const { remotePort } = socket
    open.add(remotePort)
    socket.on('close', () => open.delete(remotePort))
  })
  const [silent, slow] = [openReader(Number(port)), openReader(Number(port))]
  let received = 0
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > 30_000_000 && open.size > 1) slow.pause()
  })
  await expect.poll(() => open.size, SOON).toBe(2)
  const isServed = (socket: Socket): boolean => open.has(socket.localPort)
  await expect.poll(() => isServed(silent), SOON).toBe(false)
  expect(isServed(slow)).toBe(true)
  slow.resume()
  await expect.poll(() => received, SOON).toBeGreaterThan(40_000_000)
}, 60_000)

/** A connection that asks for the page and reads nothing until it is resumed. */
function openReader(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET /grande HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

test('TBL-02 una lista sin página llega hasta su máximo y dice cuántas filas hay; con página llegan todas', async () => {
  const company = await t.company({ integrations: true })
  const admin = await company.person('admin')
  const extra = 5
  await t.owner.query(
    `insert into users (company_id, role, username, email, first_name, last_name)
     select $1, 'technical', $2 || n, $2 || n || '@correo.test', 'Ana', 'Ruiz' from generate_series(1, $3) n`,
    [company.id, `${admin.username}.`, WHOLE_LIST_MAX + extra],
  )
  const whole = await admin.call(userApi.list, { query: { role: 'support' } })
  expect(whole.data).toHaveLength(WHOLE_LIST_MAX)
  expect(whole.meta).toEqual({ total: WHOLE_LIST_MAX + extra, page: 1, page_size: WHOLE_LIST_MAX })
  const short = await admin.call(userApi.list, { query: { role: 'support', q: `${admin.username}.12` } })
  expect(short.meta).toBeUndefined()
  const next = await admin.call(userApi.list, { query: { role: 'support', page: 6, page_size: 100 } })
  expect(next.data).toHaveLength(extra)
})
