import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { contractCase, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('R3.14 PQR-03 la visita se crea desde el caso en un paso, con técnico, día y hora, y el caso muestra su estado', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, params, no_contract } = await contractCase(t, company)
  const technician = await company.person('technical')
  const { data: before } = await by.call(pqrApi.get, { params })
  expect([before.visits, before.visit_kinds.includes('revision'), before.actions.includes('visit')]).toEqual([
    [],
    true,
    true,
  ])
  const visit = { kind: 'revision', day: '2026-11-23', slot: 'manana', technician_id: technician.id, bring: 'Un módem' }
  const { data, warning } = await by.call(pqrApi.visit, { params, body: { visit, version: before.version } })
  expect(warning).toBeNull()
  expect(data.visits).toMatchObject([
    { kind: 'revision', state: 'planned', day: '2026-11-23', slot: 'manana', no_contract, bring: 'Un módem' },
  ])
  expect(data.entries.at(-1)).toMatchObject({ kind: 'visit', is_internal: false })
  expect(data.entries.at(-1)?.text).toMatch(/^Visita de revisión técnica: 23 de noviembre de 2026, en la mañana\. Va /)
  const own = (await client.call(pqrApi.get, { params })).data
  expect([own.visits.map(({ day, bring }) => [day, bring]), own.visit_kinds]).toEqual([[['2026-11-23', null]], []])
  // It is a visit like any other: the board changes it, and the case shows it.
  const id = data.visits[0]?.id ?? ''
  await by.call(visitApi.move, { params: { id }, body: { day: '2026-11-24', slot: 'tarde', reason: 'Llueve' } })
  expect((await by.call(pqrApi.get, { params })).data.visits).toMatchObject([{ state: 'moved', day: '2026-11-24' }])
  t.setNow(morningOf('2026-11-24'))
  await technician.call(visitApi.finish, { params: { id } })
  expect((await by.call(pqrApi.get, { params })).data.visits).toMatchObject([{ state: 'done' }])
})

test('R3.14 la visita de un caso se rechaza en su campo, y entonces no queda nada', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, params } = await contractCase(t, company)
  const ask = async (visit: object, version?: number) => {
    const { status, json } = await by.ask(pqrApi.visit, { params, body: { visit, version } })
    return [status, json.errors?.[0]?.field ?? json.code]
  }
  expect(await ask({})).toEqual([400, 'visit.kind'])
  expect(await ask({ kind: 'instalacion' })).toEqual([409, 'visit.kind'])
  expect(await ask({ kind: 'revision', day: '2026-11-19' })).toEqual([422, 'visit.day'])
  expect(await ask({ kind: 'revision', slot: 'horas', from_time: '10:00' })).toEqual([422, 'visit.to_time'])
  expect(await ask({ kind: 'revision', technician_id: by.id })).toEqual([422, 'visit.technician_id'])
  expect(await ask({ kind: 'revision' }, 99)).toEqual([409, 'CONFLICT'])
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.visits, data.version, data.entries.length]).toEqual([[], 1, 1])
  expect(await ask({ kind: 'revision' })).toEqual([201, undefined])
  expect(await ask({ kind: 'revision' })).toEqual([409, 'CONFLICT'])
  const without = await filedCase(t, company)
  const refused = await by.ask(pqrApi.visit, {
    params: { id: without.filed.id },
    body: { visit: { kind: 'revision' } },
  })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Esta PQR no es de un contrato: una visita se crea en el contrato',
  ])
})

test('R3.14 un caso cerrado no pide visitas, y su visita sigue a la vista', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, params } = await contractCase(t, await t.company())
  await by.call(pqrApi.visit, { params, body: { visit: { kind: 'revision', day: '2026-11-23' } } })
  await by.call(pqrApi.answer, { params, body: { text: 'Ya quedó bien.', decision: 'favor' } })
  await client.call(pqrApi.close, { params, body: {} })
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.visits.length, data.visit_kinds, data.actions.includes('visit')]).toEqual([1, [], false])
  expect((await by.ask(pqrApi.visit, { params, body: { visit: { kind: 'cambio_equipo' } } })).status).toBe(409)
})

test('R3.14 la visita que el contrato ya tenía pendiente queda en el caso como estaba, también en el de otra PQR', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, params, no_contract } = await contractCase(t, await t.company())
  const planned = { no_contract, kind: 'revision', day: '2026-11-25', slot: 'tarde', note: 'Del contrato' }
  const { data: visit } = await by.call(visitApi.create, { body: { visit: planned } })
  const again = { ...newCase('Sigue sin señal'), typology: 'sin_servicio', no_contract }
  const { data: second } = await client.call(pqrApi.create, { body: { pqr: again } })
  for (const id of [params.id, second.id]) {
    const body = { visit: { kind: 'revision', day: '2026-11-23' } }
    const { data, message } = await by.call(pqrApi.visit, { params: { id }, body })
    expect(data.visits.map((one) => [one.id, one.day, one.note])).toEqual([[visit.id, '2026-11-25', 'Del contrato']])
    expect(message).toMatch(/^El contrato ya tenía esa visita pendiente/)
  }
  const { meta } = await by.call(visitApi.list, { query: { no_contract, page: 1 } })
  expect(meta?.total).toBe(1)
})

test('R3.14 una PQR técnica de un contrato abre la tarea de la visita, que se cumple al programarla y termina con la respuesta', async () => {
  t.setNow(morningOf('2026-11-20'))
  const tasksOf = async (it: Pick<Awaited<ReturnType<typeof contractCase>>, 'by' | 'params'>) =>
    (await it.by.call(pqrApi.get, { params: it.params })).data.tasks
  const open = { text: expect.stringContaining('Programa la visita técnica'), done_at: null }
  const planned = await contractCase(t, await t.company())
  expect(await tasksOf(planned)).toMatchObject([open])
  // What is about another thing needs no visit, and without a contract there is nowhere to go.
  for (const fields of [{ typology: 'facturacion', no_contract: planned.no_contract }, { typology: 'sin_servicio' }]) {
    const { data } = await planned.client.call(pqrApi.create, { body: { pqr: { ...newCase('Otra'), ...fields } } })
    expect(await tasksOf({ ...planned, params: { id: data.id } })).toEqual([])
  }
  await planned.by.call(pqrApi.visit, {
    params: planned.params,
    body: { visit: { kind: 'revision', day: '2026-11-23', slot: 'manana' } },
  })
  expect(await tasksOf(planned)).toMatchObject([{ done_at: expect.any(String), is_stopped: false }])
  const answered = await contractCase(t, await t.company())
  await answered.by.call(pqrApi.answer, {
    params: answered.params,
    body: { text: 'La red del sector quedó reparada.', decision: 'favor' },
  })
  expect(await tasksOf(answered)).toMatchObject([{ done_at: expect.any(String), is_stopped: true }])
})

test('R3.14 una PQR que la mesa clasifica como técnica abre la tarea de la visita, y si deja de serlo la detiene', async () => {
  t.setNow(morningOf('2026-11-20'))
  const it = await contractCase(t, await t.company())
  const { data } = await it.client.call(pqrApi.create, {
    body: { pqr: { ...newCase('No me funciona'), typology: 'facturacion', no_contract: it.no_contract } },
  })
  const params = { id: data.id }
  const classify = async (typology: 'sin_servicio' | 'calidad' | 'facturacion') =>
    (await it.by.call(pqrApi.classify, { params, body: { typology } })).data.tasks
  const open = { text: expect.stringContaining('Programa la visita técnica'), done_at: null }
  expect(await classify('sin_servicio')).toMatchObject([open])
  expect(await classify('calidad')).toMatchObject([open])
  expect(await classify('facturacion')).toMatchObject([{ done_at: expect.any(String), is_stopped: true }])
})
