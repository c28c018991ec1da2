import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { writeVisitMail } from '#test/visit-mail.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const TODAY = '2026-11-20'

async function desk() {
  t.setNow(new Date(`${TODAY}T13:00:00Z`))
  const company = await t.company()
  const financial = await company.person('financial')
  const technical = await company.person('technical', { first_name: 'Julián' })
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  return { company, financial, technical, client, no_contract }
}

const list = async (by: Person, query: object = {}) => (await by.call(visitApi.list, { query: { ...query } })).data

test('CON-07 R2.13 un traslado programado deja por programar su visita con el día y la dirección nueva, y anularlo la cancela', async () => {
  const { company, financial, technical, no_contract } = await desk()
  const params = { no: no_contract }
  const place = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 3 }
  await financial.call(transferApi.transfer, { params, body: { ...place, on: '2026-12-15' } })
  expect(await list(technical, { to_plan: 'true' })).toMatchObject([
    {
      kind: 'translado',
      state: 'planned',
      day: '2026-12-15',
      technician: null,
      no_contract,
      note: 'Llevar el servicio a Carrera 43A # 5-15, Envigado',
    },
  ])
  await financial.call(transferApi.cancelTransfer, { params, body: { reason: 'Ya no se muda' } })
  expect(await list(technical, { no_contract })).toMatchObject([{ state: 'cancelled', reason: 'El traslado se anuló' }])
  // The email of the transfer says it.
  expect(await writeVisitMail(t, company.id)).toEqual([])
  // A move of today is already made.
  await financial.call(transferApi.transfer, { params, body: { ...place, on: TODAY } })
  expect(await list(technical, { to_plan: 'true' })).toEqual([])
})

test('R2.13 la visita de un traslado cambia el día del traslado; sin día, o si no se hizo, el contrato no se traslada', async () => {
  const { financial, technical, no_contract } = await desk()
  const params = { no: no_contract }
  const place = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 3 }
  await financial.call(transferApi.transfer, { params, body: { ...place, on: '2026-12-02' } })
  const visit = async () => (await list(technical, { no_contract })).find(({ state }) => state !== 'cancelled')
  const movesOn = async () => (await financial.call(contractApi.get, { params })).data.upcoming_transfer?.moves_on
  const id = (await visit())?.id ?? ''
  const moveTo = (day: string) => technical.ask(visitApi.move, { params: { id }, body: { day } })
  expect((await moveTo('2026-12-10')).status).toBe(200)
  expect(await movesOn()).toBe('2026-12-10')
  expect(await visit()).toMatchObject({ id, day: '2026-12-10', state: 'moved' })
  t.setNow(new Date('2026-12-02T13:00:00Z'))
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data.address).not.toBe(place.address)
  const late = await moveTo('2028-01-10')
  expect([late.status, late.json.errors]).toEqual([
    422,
    [{ field: 'day', message: 'Un traslado se programa para los próximos 12 meses' }],
  ])
  t.setNow(new Date('2026-12-10T13:00:00Z'))
  await technical.call(visitApi.miss, { params: { id }, body: { reason: 'No había nadie' } })
  await applyDueChanges(t.world)
  expect(await movesOn()).toBe('2026-12-10')
  expect((await moveTo('2026-12-12')).status).toBe(200)
  await t.owner.query('update visits set day = null, state = $2 where id = $1', [id, 'planned'])
  t.setNow(new Date('2026-12-13T13:00:00Z'))
  await applyDueChanges(t.world)
  expect(await movesOn()).toBe('2026-12-12')
  expect((await moveTo('2026-12-14')).status).toBe(200)
  t.setNow(new Date('2026-12-15T13:00:00Z'))
  await applyDueChanges(t.world)
  const { data } = await financial.call(contractApi.get, { params })
  expect(data).toMatchObject({ address: place.address, upcoming_transfer: null })
  expect(data.pending_charges.filter(({ kind }) => kind === 'transfer').length).toBeLessThan(2)
})

test('R2.13 el día de la visita el servicio se traslada solo cuando queda hecha; si nadie la marca, al terminar ese día', async () => {
  const { financial, technical, no_contract } = await desk()
  const params = { no: no_contract }
  const place = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 3 }
  const dueOn = async (day: string) => {
    t.setNow(new Date(`${day}T13:00:00Z`))
    await applyDueChanges(t.world)
    const { data } = await financial.call(contractApi.get, { params })
    return data.upcoming_transfer?.moves_on ?? data.address
  }
  await financial.call(transferApi.transfer, { params, body: { ...place, on: '2026-12-02' } })
  expect(await dueOn('2026-12-02')).toBe('2026-12-02')
  const visit = { params: { id: (await list(technical, { no_contract }))[0]?.id ?? '' } }
  await technical.call(visitApi.miss, { ...visit, body: { reason: 'No había nadie' } })
  expect(await dueOn('2026-12-03')).toBe('2026-12-02')
  await technical.call(visitApi.move, { ...visit, body: { day: '2026-12-04' } })
  expect(await dueOn('2026-12-04')).toBe('2026-12-04')
  await technical.call(visitApi.finish, visit)
  expect(await dueOn('2026-12-04')).toBe(place.address)
  await financial.call(transferApi.transfer, { params, body: { ...place, address: 'Calle 5', on: '2026-12-09' } })
  expect(await dueOn('2026-12-09')).toBe('2026-12-09')
  expect(await dueOn('2026-12-10')).toBe('Calle 5')
})

const plan = async (by: Person, visit: object) => (await by.call(visitApi.create, { body: { visit } })).data

async function portal(company: Company, userId: string): Promise<Person> {
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return t.as(await t.session(user), user)
}

test('R2.13 la visita de un traslado es en la dirección nueva, y dice de cuál sale; una visita hecha conserva la dirección que tuvo', async () => {
  const { company, financial, technical, client, no_contract } = await desk()
  const old = { address: 'Calle 10 # 20-30', city: 'Medellín' }
  const done = await plan(technical, { no_contract, kind: 'revision', day: TODAY })
  await technical.call(visitApi.finish, { params: { id: done.id } })
  const open = await plan(technical, { no_contract, kind: 'cambio_equipo', day: '2026-12-20' })
  const place = {
    address: 'Carrera 43A # 5-15',
    department: 'Antioquia',
    city: 'Envigado',
    latitude: 6.17,
    longitude: -75.58,
  }
  await financial.call(transferApi.transfer, {
    params: { no: no_contract },
    body: { ...place, stratum: 3, on: '2026-12-02' },
  })
  const visitOf = async (by: Person, kind: string) =>
    (await list(by, { no_contract })).find((visit) => visit.kind === kind)
  const transfer = await visitOf(technical, 'translado')
  expect(transfer).toMatchObject({ ...place, from_address: 'Calle 10 # 20-30, Medellín' })
  expect(await visitOf(technical, 'cambio_equipo')).toMatchObject({ ...old, from_address: null })
  const body = { day: '2026-12-02', technician_id: technical.id }
  await technical.call(visitApi.move, { params: { id: transfer?.id ?? '' }, body })
  await writeVisitMail(t, company.id)
  expect(t.mails.at(-1)?.text).toContain(
    'Retiramos los equipos en Calle 10 # 20-30, Medellín y los instalamos en Carrera 43A # 5-15, Envigado. Va Julián.',
  )
  expect(await visitOf(await portal(company, client.userId), 'translado')).toMatchObject(place)
  t.setNow(new Date('2026-12-03T13:00:00Z'))
  await applyDueChanges(t.world)
  expect(await visitOf(technical, 'translado')).toMatchObject({ ...place, from_address: null })
  expect(await visitOf(technical, 'cambio_equipo')).toMatchObject({ id: open.id, ...place })
  expect(await visitOf(technical, 'revision')).toMatchObject({ id: done.id, ...old })
})
