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
/** An hour of 19 November, in UTC. */
const at = (hour: string): string => `2026-11-19T${hour}:00Z`
const MEDELLIN = { department: 'Antioquia', city: 'Medellín' }
const BELLO = { department: 'Antioquia', city: 'Bello' }

/** A company with a device. */
async function makeDesk() {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  const [admin, network, financial] = [
    await company.person('admin'),
    await company.person('network'),
    await company.person('financial'),
  ]
  const device = {
    name: 'Torre Norte',
    kind: 'webhook',
    url: 'http://127.0.0.1:9/enlace',
    secret: 'secreto-de-muestra',
  }
  const north = (await admin.call(networkApi.addDevice, { body: { device } })).data.id
  return { company, admin, network, financial, north }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

/** A contract of 60,000 pesos, of a client of its own unless one is given. */
async function makeService(
  it: Desk,
  {
    city = 'Medellín',
    device,
    of,
  }: { city?: string; device?: string; of?: Awaited<ReturnType<typeof makeClient>> } = {},
) {
  const client = of ?? (await makeClient(t.owner, it.company.id, { email: 'yenny@correo.test' }))
  const contract = await makeContract(t.owner, it.company.id, client.id, { price: 6_000_000, cutDay: 30 })
  const code = city === 'Bello' ? '05088' : '05001'
  await t.owner.query('update contracts set city = $2, municipality_code = $3 where id = $1', [contract.id, city, code])
  if (device !== undefined) {
    const service = { device_id: device, username: contract.no_contract.toLowerCase() }
    await it.network.call(networkApi.assign, { params: { no: contract.no_contract }, body: { service } })
  }
  const user = { id: client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  return { client, id: contract.id, no: contract.no_contract, me: t.as(await t.session(user), user) }
}
type Service = Awaited<ReturnType<typeof makeService>>

const bodyOf = (fields: object) => ({
  outage: { cause: 'Corte de la fibra', is_notified: false, started_at: at('12:00'), ...fields },
})

async function announce(it: Desk, fields: object) {
  const { data } = await it.financial.call(outageApi.announce, { body: bodyOf(fields) })
  await applyOutages(t, it)
  return data
}

async function addPlace(it: Desk, id: string, place: object) {
  const { data } = await it.network.call(outageApi.addPlace, { params: { id }, body: { place } })
  await applyOutages(t, it)
  return data.places
}

async function end(it: Desk, id: string, ended_at: string, place_id?: string) {
  const body = { ended_at, ...(place_id !== undefined && { place_id }) }
  const { data, message } = await it.network.call(outageApi.end, { params: { id }, body })
  await applyOutages(t, it)
  return { ...data, message }
}

const waiting = async ({ id }: Pick<Service, 'id'>) => {
  const { rows } = await t.owner.query<{ price: number }>(
    'select price::int / 100 as price from pending_charges where contract_id = $1 and compensates is not null and invoice_id is null',
    [id],
  )
  return rows.map(({ price }) => price)
}
const seen = async ({ me }: Service) =>
  (await me.call(outageApi.own)).data.outages.map(({ is_open, city, started_at }) => [is_open, city, started_at])
const read = async (it: Desk, id: string) => (await it.financial.call(outageApi.get, { params: { id } })).data
const listed = async (it: Desk, id: string) =>
  (await it.financial.call(outageApi.contracts, { query: { outage_id: id } })).data.map(({ no_contract, minutes }) => [
    no_contract,
    minutes,
  ])

test('SUS-07 R2.7 una falla de dos municipios y un equipo es una sola: el contrato que está en dos lugares se compensa una vez', async () => {
  const it = await makeDesk()
  const both = await makeService(it, { device: it.north })
  const [medellin, bello] = [await makeService(it), await makeService(it, { city: 'Bello' })]
  const distant = await makeService(it, { city: 'Bello', device: it.north })
  const { id } = await announce(it, { places: [MEDELLIN, { device_id: it.north }] })
  expect(await seen(bello)).toEqual([])
  const places = await addPlace(it, id, { ...BELLO, started_at: at('17:00') })
  expect(places.map(({ city, device, started_at }) => [city ?? device?.name, started_at.slice(11, 16)])).toEqual([
    ['Medellín', '12:00'],
    ['Torre Norte', '12:00'],
    ['Bello', '17:00'],
  ])
  expect([await seen(medellin), await seen(bello)]).toEqual([
    [[true, 'Medellín', '2026-11-19T12:00:00.000Z']],
    [[true, 'Bello', '2026-11-19T17:00:00.000Z']],
  ])
  const ended = await end(it, id, at('22:00'))
  expect(ended).toMatchObject({ state: 'ended', contracts: 4, message: 'El servicio volvió después de 10 h' })
  // Ten hours are 833 pesos, and five are 417: the one of Bello on the device had no service since 12:00.
  for (const [one, price] of [
    [both, -833],
    [medellin, -833],
    [bello, -417],
    [distant, -833],
  ] as const)
    expect(await waiting(one)).toEqual([price])
  expect((await listed(it, id)).map(([, minutes]) => minutes)).toEqual([600, 600, 300, 600])
  await bill(t, it, '2026-11')
  await applyOutages(t, it)
  expect(await waiting(both)).toEqual([])
  expect((await read(it, id)).compensation).toEqual({ billed: 291_600, waiting: 0, contracts: 4 })
})

test('SUS-07 cada lugar termina a su hora: quien ya tiene servicio lo ve terminado y compensado mientras la falla sigue', async () => {
  const it = await makeDesk()
  const [medellin, bello] = [await makeService(it), await makeService(it, { city: 'Bello' })]
  const { id, places } = await announce(it, { places: [MEDELLIN, BELLO] })
  const [first] = places
  const one = await end(it, id, at('15:00'), first?.id)
  expect(one).toMatchObject({
    state: 'open',
    ended_at: null,
    message: 'El servicio volvió en Medellín: la falla sigue en Bello',
  })
  expect([await waiting(medellin), await waiting(bello)]).toEqual([[-250], []])
  expect([(await seen(medellin))[0]?.[0], (await seen(bello))[0]?.[0]]).toEqual([false, true])
  const again = await it.network.ask(outageApi.end, {
    params: { id },
    body: { ended_at: at('16:00'), place_id: first?.id },
  })
  expect([again.status, again.json.message]).toEqual([409, 'Ese lugar ya tiene final: corrígelo'])
  const body = { started_at: at('12:00'), ended_at: at('17:00'), reason: 'Volvió después' }
  const which = await it.financial.ask(outageApi.correct, { params: { id }, body })
  expect([which.status, which.json.errors?.[0]]).toEqual([400, { field: 'place_id', message: 'Elige el lugar' }])
  await it.financial.call(outageApi.correct, { params: { id }, body: { ...body, place_id: first?.id } })
  await applyOutages(t, it)
  expect(await waiting(medellin)).toEqual([-417])
  const last = await end(it, id, at('22:00'))
  expect([last.state, last.ended_at, await waiting(bello)]).toEqual(['ended', '2026-11-19T22:00:00.000Z', [-833]])
})

test('SUS-07 el lugar que se agregó por error se quita con sus minutos, y la falla queda con las horas de los demás', async () => {
  const it = await makeDesk()
  const [medellin, bello] = [await makeService(it), await makeService(it, { city: 'Bello' })]
  const { id, places } = await announce(it, { ...MEDELLIN, started_at: at('14:00'), expected_end_at: at('14:30') })
  const added = await addPlace(it, id, { ...BELLO, started_at: at('12:00') })
  const mistaken = added.find(({ city }) => city === 'Bello')?.id ?? ''
  expect((await read(it, id)).started_at).toBe('2026-11-19T12:00:00.000Z')
  await end(it, id, at('22:00'))
  expect([await waiting(medellin), await waiting(bello), (await listed(it, id)).length]).toEqual([[-667], [-833], 2])
  const reason = { reason: 'Bello tenía servicio' }
  const { message } = await it.financial.call(outageApi.removePlace, {
    params: { id, place_id: mistaken },
    body: reason,
  })
  expect(message).toBe('Quitamos Bello de la falla')
  await applyOutages(t, it)
  expect([await waiting(medellin), await waiting(bello), await seen(bello)]).toEqual([[-667], [], []])
  expect(await listed(it, id)).toEqual([[medellin.no, 480]])
  expect(await read(it, id)).toMatchObject({
    started_at: '2026-11-19T14:00:00.000Z',
    contracts: 1,
    places: [{ city: 'Medellín' }],
  })
  const gone = await it.financial.ask(outageApi.removePlace, { params: { id, place_id: mistaken }, body: reason })
  expect([gone.status, gone.json.message]).toEqual([404, 'Ese lugar no está en la falla'])
  const params = { id, place_id: places[0]?.id ?? '' }
  const last = await it.financial.ask(outageApi.removePlace, { params, body: reason })
  expect([last.status, last.json.message]).toEqual([409, 'Es el único lugar de la falla: anula la falla'])
  const late = await it.network.ask(outageApi.addPlace, {
    params: { id },
    body: { place: { ...BELLO, started_at: at('15:00') } },
  })
  expect([late.status, late.json.message]).toEqual([409, 'La falla ya terminó: anuncia otra'])
  // What was given back on an invoice stays with the client.
  await bill(t, it, '2026-11')
  await it.financial.call(outageApi.cancel, { params: { id }, body: { reason: 'No fue' } })
  await applyOutages(t, it)
  expect(await waiting(medellin)).toEqual([])
})

test('SUS-07 quitar el último lugar en curso termina la falla a la hora de los demás', async () => {
  const it = await makeDesk()
  const { id, places } = await announce(it, { places: [MEDELLIN, BELLO] })
  await end(it, id, at('15:00'), places[0]?.id)
  const params = { id, place_id: places[1]?.id ?? '' }
  const { data } = await it.financial.call(outageApi.removePlace, { params, body: { reason: 'Era otro' } })
  expect([data.state, data.ended_at]).toEqual(['ended', '2026-11-19T15:00:00.000Z'])
})

test('SUS-07 NOT-02 cada cliente recibe un solo correo con sus lugares, también si un lugar se agrega después', async () => {
  const it = await makeDesk()
  const { client } = await makeService(it, { device: it.north })
  await makeService(it, { city: 'Bello', of: client })
  await makeService(it, { city: 'Bello' })
  const { id } = await announce(it, { places: [{ device_id: it.north }, MEDELLIN], is_notified: true })
  await addPlace(it, id, { ...BELLO, started_at: at('17:00') })
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Falla del servicio en Bello',
    'Falla del servicio en Medellín',
  ])
  expect(t.mails.find(({ subject }) => subject.endsWith('Medellín'))?.text).toContain(
    'Hay una falla del servicio en Medellín y en el equipo que te conecta desde el 19 de noviembre de 2026, 7:00 a. m.: Corte de la fibra',
  )
})

test('SUS-07 el lugar repetido, el que ya tiene una falla, el que falta y el final antes del comienzo se rechazan en su campo', async () => {
  const [it, foreign] = [await makeDesk(), await makeDesk()]
  const ask = async (fields: object) => {
    const { status, json } = await it.financial.ask(outageApi.announce, { body: bodyOf(fields) })
    return [status, json.errors?.[0]?.field, json.errors?.[0]?.message]
  }
  expect(await ask({ places: [MEDELLIN, MEDELLIN] })).toEqual([
    400,
    'outage.places.1.city',
    'Medellín ya está en la falla: elige otro lugar',
  ])
  expect((await ask({ places: [MEDELLIN, { device_id: foreign.north }] })).slice(0, 2)).toEqual([
    404,
    'outage.places.1.device_id',
  ])
  expect((await ask({ places: [] })).slice(1)).toEqual(['outage.places', 'Elige dónde es la falla'])
  expect((await ask({ places: [BELLO], ...MEDELLIN })).slice(0, 2)).toEqual([400, 'outage.places'])
  expect((await ask({ places: [MEDELLIN, {}] })).slice(1)).toEqual([
    'outage.places.1.department',
    'Elige el departamento',
  ])
  const { id } = await announce(it, { places: [MEDELLIN, BELLO] })
  expect((await ask({ device_id: it.north, started_at: at('13:00') }))[0]).toBe(201)
  const add = async (place: object) => {
    const { status, json } = await it.network.ask(outageApi.addPlace, { params: { id }, body: { place } })
    return [status, json.errors?.[0]?.field]
  }
  expect(await add({ ...MEDELLIN, started_at: at('15:00') })).toEqual([409, 'place.started_at'])
  expect(await add({ device_id: it.north, started_at: at('15:00') })).toEqual([409, 'place.started_at'])
  expect(await add({ device_id: foreign.north, started_at: at('15:00') })).toEqual([404, 'place.device_id'])
  expect(await add({ started_at: at('15:00') })).toEqual([400, 'place.department'])
  const places = await addPlace(it, id, { department: 'Antioquia', city: 'Itagüí', started_at: at('20:00') })
  const early = await it.network.ask(outageApi.end, { params: { id }, body: { ended_at: at('15:00') } })
  expect([early.status, early.json.errors?.[0]?.message]).toEqual([
    422,
    'En Itagüí la falla empezó después de esa hora: registra su final aparte',
  ])
  const other = await foreign.financial.ask(outageApi.removePlace, {
    params: { id, place_id: places[0]?.id ?? '' },
    body: { reason: 'No es nuestra' },
  })
  expect([other.status, other.json.message]).toEqual([404, 'Esa falla no existe'])
  // A place that ended may fail again in the same outage.
  await end(it, id, at('15:00'), places[0]?.id)
  expect((await add({ ...MEDELLIN, started_at: at('16:00') }))[0]).toBe(201)
})
