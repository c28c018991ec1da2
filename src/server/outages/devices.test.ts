import { afterEach, expect, test } from 'vitest'
import { networkApi } from '#domain/network/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { applyOutages } from '#test/outage-work.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))
/** Ten hours of 19 November in Bogotá. */
const TEN_HOURS = { started_at: '2026-11-19T12:00:00Z', ended_at: '2026-11-19T22:00:00Z' }
const at = (hour: string): string => `2026-11-19T${hour}:00Z`

/** A company with two devices. */
async function makeDesk() {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  const [admin, network, financial] = [
    await company.person('admin'),
    await company.person('network'),
    await company.person('financial'),
  ]
  const add = async (name: string) => {
    const device = { name, kind: 'webhook', url: 'http://127.0.0.1:9/enlace', secret: 'secreto-de-muestra' }
    return (await admin.call(networkApi.addDevice, { body: { device } })).data.id
  }
  return { company, admin, network, financial, north: await add('Torre Norte'), south: await add('Torre Sur') }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

/** A contract of 60,000 pesos in Medellín, of a client of its own. */
async function makeConnected(it: Desk, device: string | null) {
  const client = await makeClient(t.owner, it.company.id, { email: 'yenny@correo.test' })
  const contract = await makeContract(t.owner, it.company.id, client.id, { price: 6_000_000, cutDay: 30 })
  const user = { id: client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  const made = { client, id: contract.id, params: { no: contract.no_contract }, me: t.as(await t.session(user), user) }
  if (device !== null) await assign(it, made, device)
  return made
}
type Connected = Awaited<ReturnType<typeof makeConnected>>

const assign = ({ network }: Desk, { params }: Pick<Connected, 'params'>, device_id: string) =>
  network.call(networkApi.assign, { params, body: { service: { device_id, username: params.no.toLowerCase() } } })

/** Moves a connection to another device at an instant: the clock of the database cannot be moved. */
async function move(it: Desk, contract: Connected, device: string, instant: string): Promise<void> {
  await assign(it, contract, device)
  await t.owner.query(
    `update network_orders set created_at = $2 where action = 'remove' and id = (
       select o.id from network_orders o join network_services s on s.id = o.service_id
       where s.contract_id = $1 and o.action = 'remove' order by o.id desc limit 1)`,
    [contract.id, instant],
  )
}

const bodyOf = (fields: object) => ({
  outage: { cause: 'Equipo sin energía', is_notified: false, started_at: TEN_HOURS.started_at, ...fields },
})

async function announce(it: Desk, fields: object): Promise<string> {
  const { data } = await it.financial.call(outageApi.announce, { body: bodyOf(fields) })
  await applyOutages(t, it)
  return data.id
}

async function end(it: Desk, id: string, ended_at = TEN_HOURS.ended_at): Promise<string> {
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at } })
  await applyOutages(t, it)
  return id
}

const waiting = async ({ id }: Pick<Connected, 'id'>) => {
  const { rows } = await t.owner.query<{ price: number }>(
    'select price::int / 100 as price from pending_charges where contract_id = $1 and compensates is not null and invoice_id is null',
    [id],
  )
  return rows.map(({ price }) => price)
}
/** How many jobs of an outage were queued: those of the tests stay, and run again. */
async function countJobs(outageId: string): Promise<number> {
  const { rows } = await t.owner.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs where payload ->> 'outage_id' = $1`,
    [outageId],
  )
  return rows[0]?.count ?? 0
}

const seen = async ({ me }: Connected) =>
  (await me.call(outageApi.own)).data.outages.map(({ is_open, city, device }) => ({ is_open, city, device }))

test('SUS-07 PQR-01 de dos contratos del municipio, solo el del equipo ve la falla al radicar y se compensa, una sola vez', async () => {
  const it = await makeDesk()
  const [on, other, none] = [
    await makeConnected(it, it.north),
    await makeConnected(it, it.south),
    await makeConnected(it, null),
  ]
  const id = await announce(it, { device_id: it.north })
  expect([await seen(on), await seen(other), await seen(none)]).toEqual([
    [{ is_open: true, city: null, device: null }],
    [],
    [],
  ])
  // The desk reads the name of the device.
  const desk = await it.financial.call(outageApi.ofClient, { params: { client_id: on.client.id } })
  expect(desk.data.outages.map(({ device, so_far }) => [device, so_far])).toEqual([['Torre Norte', 241_700]])
  await end(it, id)
  expect([await waiting(on), await waiting(other), await waiting(none)]).toEqual([[-833], [], []])
  const [listed] = (await it.network.call(outageApi.list)).data
  expect(listed).toMatchObject({
    city: null,
    department: null,
    contracts: 1,
    device: { id: it.north, name: 'Torre Norte' },
  })
  await bill(t, it, '2026-11')
  await applyOutages(t, it)
  expect(await waiting(on)).toEqual([])
  const { compensation } = (await it.financial.call(outageApi.get, { params: { id } })).data
  expect(compensation).toEqual({ billed: 83_300, waiting: 0, contracts: 1 })
})

test('SUS-07 un servicio que cambia de equipo durante la falla se compensa por las horas en que estuvo en él', async () => {
  const it = await makeDesk()
  const moved = async (from: string, ...moves: [device: string, instant: string][]) => {
    const contract = await makeConnected(it, from)
    for (const [device, instant] of moves) await move(it, contract, device, instant)
    return contract
  }
  const left = await moved(it.north, [it.south, at('16:00')])
  const came = await moved(it.south, [it.north, at('18:00')])
  const back = await moved(it.north, [it.south, at('14:00')], [it.north, at('20:00')])
  const passed = await moved(it.south, [it.north, at('13:00')], [it.south, at('17:00')])
  const before = await moved(it.north, [it.south, at('11:59')])
  const after = await moved(it.south, [it.north, at('22:00')])
  const id = await end(it, await announce(it, { device_id: it.north }))
  for (const four of [left, came, back, passed]) expect(await waiting(four)).toEqual([-333])
  expect([await waiting(before), await waiting(after), await seen(before), await seen(after)]).toEqual([[], [], [], []])
  expect((await it.financial.call(outageApi.get, { params: { id } })).data.contracts).toBe(4)
})

test('SUS-07 en una falla que sigue, quien pasó a otro equipo ya no la ve, y quien llega al equipo la ve', async () => {
  const it = await makeDesk()
  const [leaving, arriving] = [await makeConnected(it, it.north), await makeConnected(it, it.south)]
  const id = await announce(it, { device_id: it.north })
  await move(it, leaving, it.south, at('17:00'))
  expect(await countJobs(id)).toBe(1)
  await move(it, arriving, it.north, at('18:00'))
  expect(await countJobs(id)).toBe(2)
  await applyOutages(t, it)
  expect([await seen(leaving), (await seen(arriving)).length]).toEqual([[], 1])
  // One after another in one call, as from a sheet.
  const row = { no_contract: leaving.params.no, device_id: it.north, username: 'otra' }
  await it.network.call(networkApi.assignMany, { body: { services: [row] } })
  await applyOutages(t, it)
  expect((await seen(leaving)).length).toBe(1)
  await end(it, id)
  expect([await waiting(leaving), await waiting(arriving)]).toEqual([[-417], [-333]])
})

test('SUS-07 el minuto que ya es de la falla del municipio no cuenta otra vez por el equipo; si aquella se anula, sí', async () => {
  const it = await makeDesk()
  const [on, other] = [await makeConnected(it, it.north), await makeConnected(it, it.south)]
  const id = await end(it, await announce(it, { device_id: it.north }))
  expect(await countJobs(id)).toBe(2)
  const city = await announce(it, { department: 'Antioquia', city: 'Medellín', started_at: at('17:00') })
  expect(await countJobs(id)).toBe(3)
  // While it lasts, its hours are not of the device.
  expect([await waiting(on), await waiting(other)]).toEqual([[-417], []])
  await end(it, city, '2026-11-20T03:00:00Z')
  // From 12:00 to 3:00 are fifteen hours, and from 17:00 ten.
  expect([await waiting(on), await waiting(other)]).toEqual([[-1_250], [-833]])
  const times = { started_at: at('20:00'), ended_at: at('21:00') }
  await it.financial.call(outageApi.correct, { params: { id: city }, body: { ...times, reason: 'Fue una hora' } })
  await applyOutages(t, it)
  expect([await waiting(on), await waiting(other)]).toEqual([[-833], []])
  await it.financial.call(outageApi.cancel, { params: { id: city }, body: { reason: 'No fue' } })
  await applyOutages(t, it)
  expect([await waiting(on), await waiting(other)]).toEqual([[-833], []])
  expect(await countJobs(id)).toBe(6)
})

test('SUS-07 el equipo de otra empresa, dos lugares, ninguno y dos fallas del equipo a la vez se rechazan en su campo', async () => {
  const [it, foreign] = [await makeDesk(), await makeDesk()]
  const ask = async (fields: object) => {
    const { status, json } = await it.financial.ask(outageApi.announce, { body: bodyOf(fields) })
    return [status, json.errors?.[0]?.field]
  }
  expect(await ask({ device_id: foreign.north })).toEqual([404, 'outage.device_id'])
  const both = { department: 'Antioquia', city: 'Medellín', device_id: it.north }
  expect(await ask(both)).toEqual([400, 'outage.device_id'])
  expect(await ask({})).toEqual([400, 'outage.department'])
  expect(await ask({ department: 'Antioquia' })).toEqual([400, 'outage.city'])
  expect(await ask({ device_id: '' })).toEqual([400, 'outage.device_id'])
  const all = await Promise.all(Array.from({ length: 10 }, () => ask({ device_id: it.north })))
  expect([201, 409].map((code) => all.filter(([status]) => status === code).length)).toEqual([1, 9])
  // Another device at the same time is another outage.
  expect((await ask({ device_id: it.south }))[0]).toBe(201)
  const named = async (desk: Desk) => (await desk.network.call(outageApi.devices)).data
  expect(await named(it)).toEqual([
    { id: it.north, name: 'Torre Norte' },
    { id: it.south, name: 'Torre Sur' },
  ])
  expect((await named(foreign)).map(({ id }) => id)).toEqual([foreign.north, foreign.south])
})

test('SUS-07 la falla conserva el nombre del equipo que cambia de nombre o se apaga, y el equipo no se puede borrar', async () => {
  const it = await makeDesk()
  const on = await makeConnected(it, it.north)
  const id = await announce(it, { device_id: it.north })
  const device = { name: 'Torre Uno', mode: 'off' }
  await it.admin.call(networkApi.changeDevice, { params: { id: it.north }, body: { device } })
  await end(it, id)
  const { data } = await it.financial.call(outageApi.get, { params: { id } })
  expect([data.device?.name, data.compensation.waiting]).toEqual(['Torre Norte', 83_300])
  // Half of the time, then none of it.
  const times = { started_at: at('12:00'), ended_at: at('17:00') }
  await it.financial.call(outageApi.correct, { params: { id }, body: { ...times, reason: 'Volvió antes' } })
  await applyOutages(t, it)
  expect(await waiting(on)).toEqual([-417])
  await it.financial.call(outageApi.cancel, { params: { id }, body: { reason: 'Era otro equipo' } })
  await applyOutages(t, it)
  expect([await waiting(on), await seen(on)]).toEqual([[], []])
  await t.owner.query('delete from network_orders where device_id = $1', [it.north])
  await t.owner.query('delete from network_services where device_id = $1', [it.north])
  const deleted = t.owner.query('delete from network_devices where id = $1', [it.north])
  await expect(deleted).rejects.toThrow(/outage_places_device_id_fkey/)
})

test('SUS-07 NOT-02 el correo llega solo a los clientes del equipo, y no dice su nombre', async () => {
  const it = await makeDesk()
  await makeConnected(it, it.north)
  await makeConnected(it, it.south)
  await announce(it, { device_id: it.north, is_notified: true })
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails.map(({ subject }) => subject)).toEqual(['Falla de tu servicio'])
  expect(t.mails[0]?.text).toContain('en el equipo que te conecta')
  expect(t.mails[0]?.text).not.toContain('Torre')
})
