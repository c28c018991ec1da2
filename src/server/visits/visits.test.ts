import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { writeVisitMail } from '#test/visit-mail.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
/** Friday. */
const TODAY = '2026-11-20'
const MONDAY = '2026-11-23'

async function desk() {
  t.setNow(new Date(`${TODAY}T13:00:00Z`))
  const company = await t.company()
  const financial = await company.person('financial')
  const technical = await company.person('technical', { first_name: 'Julián' })
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const contract = await makeContract(t.owner, company.id, client.id)
  return { company, financial, technical, client, contract, no_contract: contract.no_contract }
}

const plan = async (by: Person, visit: object) => (await by.call(visitApi.create, { body: { visit } })).data
const list = async (by: Person, query: object = {}) => (await by.call(visitApi.list, { query: { ...query } })).data

/** A signed contract that waits for its installation. */
async function signedContract({ company, financial, client }: Awaited<ReturnType<typeof desk>>) {
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const { data } = await financial.call(contractApi.create, { body })
  const params = { no: data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  return params
}

/** The client as a user of the portal. */
async function portal(company: Company, userId: string): Promise<Person> {
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return t.as(await t.session(user), user)
}

test('VIS-01 una visita se programa, se pasa de día, se marca como no hecha y se vuelve a programar: todo queda en su historia', async () => {
  const { company, financial, technical, no_contract } = await desk()
  const made = await plan(financial, { no_contract, kind: 'revision', day: TODAY, slot: 'manana', bring: 'ONU nueva' })
  expect(made).toMatchObject({ state: 'planned', day: TODAY, slot: 'manana', technician: null, bring: 'ONU nueva' })
  const params = { id: made.id }
  await financial.call(visitApi.assign, { params, body: { technician_id: technical.id } })
  await technical.call(visitApi.miss, { params, body: { reason: 'No había nadie' } })
  const hours = { day: MONDAY, slot: 'horas', from_time: '08:30', to_time: '10:00', reason: 'Pidió otro día' }
  const moved = await financial.call(visitApi.move, { params, body: hours })
  expect(moved.data).toMatchObject({ state: 'moved', day: MONDAY, from_time: '08:30', bring: 'ONU nueva' })
  expect(moved.data.technician?.name).toBe('Julián Pinzón')
  await technical.call(visitApi.finish, { params })
  const { data } = await technical.call(visitApi.get, { params })
  expect(data.changes.map(({ state, day, reason }) => [state, day, reason])).toEqual([
    // Made today, before its planned day.
    ['done', TODAY, 'Pidió otro día'],
    ['moved', MONDAY, 'Pidió otro día'],
    ['missed', TODAY, 'No había nadie'],
    ['planned', TODAY, null],
    ['planned', TODAY, null],
  ])
  expect(await t.events(company.id)).toEqual([
    'visit.planned',
    'visit.assigned',
    'visit.missed',
    'visit.moved',
    'visit.done',
  ])
  const late = await technical.ask(visitApi.cancel, { params, body: { reason: 'Tarde' } })
  expect([late.status, late.json.message]).toEqual([409, 'La visita ya se hizo'])
})

test('VIS-01 otra visita del técnico a la misma hora se avisa y no se rechaza', async () => {
  const { company, financial, technical, client, no_contract } = await desk()
  const other = await makeContract(t.owner, company.id, client.id)
  const at = { day: MONDAY, technician_id: technical.id }
  await plan(financial, { no_contract, kind: 'revision', slot: 'manana', ...at })
  const ask = (slot: object) =>
    financial.call(visitApi.create, {
      body: { visit: { no_contract: other.no_contract, kind: 'cambio_equipo', ...at, ...slot } },
    })
  const { data, warning } = await ask({ slot: 'horas', from_time: '11:00', to_time: '12:30' })
  expect(warning).toBe(`Julián Pinzón ya tiene otra visita a esa hora: contrato ${no_contract}`)
  const moved = await financial.call(visitApi.move, { params: { id: data.id }, body: { day: MONDAY, slot: 'tarde' } })
  expect(moved.warning).toBeNull()
})

test('VIS-01 una visita de hoy no queda en una mañana, una tarde ni unas horas que ya pasaron', async () => {
  const { financial, no_contract } = await desk()
  const at = (time: string) => t.setNow(new Date(`${TODAY}T${time}:00-05:00`))
  const ask = async (visit: object) =>
    (await financial.ask(visitApi.create, { body: { visit: { no_contract, kind: 'revision', day: TODAY, ...visit } } }))
      .json.errors
  at('12:00')
  expect(await ask({ slot: 'manana' })).toEqual([
    { field: 'visit.slot', message: 'La mañana de hoy ya pasó: elige la tarde u otro día' },
  ])
  expect(await ask({ slot: 'horas', from_time: '10:00', to_time: '12:00' })).toEqual([
    { field: 'visit.to_time', message: 'Esa hora de hoy ya pasó: elige otra u otro día' },
  ])
  at('11:59')
  const made = await plan(financial, { no_contract, kind: 'revision', day: TODAY, slot: 'manana' })
  const params = { id: made.id }
  at('18:00')
  const moved = await financial.ask(visitApi.move, { params, body: { day: TODAY, slot: 'tarde' } })
  expect(moved.json.errors).toEqual([{ field: 'slot', message: 'La tarde de hoy ya pasó: elige otro día' }])
  // Its hours stay: only what to bring changes.
  await financial.call(visitApi.move, { params, body: { day: TODAY, slot: 'manana', bring: 'Una ONU' } })
  await financial.call(visitApi.move, { params, body: { day: TODAY, slot: 'dia' } })
  await financial.call(visitApi.move, { params, body: { day: MONDAY, slot: 'manana' } })
})

test('VIS-01 un día que ya pasó, un usuario que no es técnico y una hora sin su final se rechazan en su campo', async () => {
  const { financial, no_contract } = await desk()
  const ask = async (visit: object) =>
    (await financial.ask(visitApi.create, { body: { visit: { no_contract, kind: 'revision', ...visit } } })).json.errors
  expect(await ask({ day: '2026-11-19' })).toEqual([
    { field: 'visit.day', message: 'La visita no puede quedar en un día que ya pasó' },
  ])
  expect(await ask({ technician_id: financial.id })).toEqual([
    { field: 'visit.technician_id', message: 'Elige un técnico activo de la empresa' },
  ])
  expect(await ask({ slot: 'horas', from_time: '09:00' })).toEqual([
    { field: 'visit.to_time', message: 'Escribe hasta qué hora' },
  ])
  expect(await ask({ kind: 'instalacion' })).toMatchObject([{ field: 'visit.kind' }])
})

test('CON-01 una firma deja la instalación por programar; programarla usa esa visita, y activar el servicio la da por hecha', async () => {
  const it = await desk()
  const params = await signedContract(it)
  const [waiting, ...none] = await list(it.technical, { to_plan: 'true' })
  expect(none).toEqual([])
  expect(waiting).toMatchObject({ kind: 'instalacion', state: 'planned', day: null, no_contract: params.no })
  expect(waiting?.due_on).toBe('2026-12-14')
  const body = { scheduled_on: MONDAY, technician_id: it.technical.id }
  const { data } = await it.financial.call(visitApi.schedule, { params, body })
  expect(data).toMatchObject({ scheduled_on: MONDAY, technician: { id: it.technical.id } })
  expect(await list(it.technical, { to_plan: 'true' })).toEqual([])
  await it.financial.call(visitApi.schedule, { params, body: { ...body, scheduled_on: '2026-11-24' } })
  const [moved] = await list(it.technical)
  expect(moved).toMatchObject({ id: waiting?.id, state: 'moved', day: '2026-11-24' })
  const refused = await it.technical.ask(visitApi.finish, { params: { id: moved?.id ?? '' } })
  expect(refused.json.message).toBe('Una instalación queda hecha con su acta, o cuando el servicio se activa')
  await it.financial.call(contractApi.activate, { params, body: { activated_on: TODAY } })
  expect(await list(it.technical)).toMatchObject([{ id: waiting?.id, state: 'done', day: TODAY }])
  const active = (await it.financial.call(contractApi.get, { params })).data
  expect(active).toMatchObject({ status: 'active', scheduled_on: '2026-11-24' })
})

test('CON-06 un retiro registrado deja por programar la recogida de los equipos, y anularlo la cancela', async () => {
  const { financial, company, no_contract } = await desk()
  const params = { no: no_contract }
  await financial.call(contractApi.terminate, { params, body: { requested_on: TODAY, reason: 'Se muda' } })
  const [pickUp] = await list(financial, { no_contract })
  expect(pickUp).toMatchObject({ kind: 'retiro', state: 'planned', day: null })
  expect(pickUp?.note).toContain('Recoger los equipos')
  await financial.call(visitApi.move, { params: { id: pickUp?.id ?? '' }, body: { day: MONDAY } })
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  expect(await list(financial, { no_contract })).toMatchObject([{ state: 'cancelled', reason: 'El contrato sigue' }])
  expect(await writeVisitMail(t, company.id)).toEqual(['Tu visita: retiro', 'Tu visita se canceló: retiro'])
})

test('NOT-01 NOT-02 el cliente ve cuándo van, sin las notas del equipo, y se le avisa al programarla, cambiarla y cancelarla', async () => {
  const { company, financial, technical, client, no_contract } = await desk()
  const unplanned = await plan(financial, { no_contract, kind: 'revision', note: 'Perro bravo', bring: 'Escalera' })
  const me = await portal(company, client.userId)
  expect(await list(me)).toEqual([])
  const params = { id: unplanned.id }
  await financial.call(visitApi.move, { params, body: { day: TODAY, slot: 'tarde', technician_id: technical.id } })
  await financial.call(visitApi.move, { params, body: { day: MONDAY, slot: 'manana' } })
  expect(await list(me)).toMatchObject([{ day: MONDAY, slot: 'manana', bring: null, note: null }])
  await financial.call(visitApi.cancel, { params, body: { reason: 'Ya tiene señal' } })
  const texts = (await me.call(notificationApi.list)).data.map(({ text }) => text)
  expect(texts).toEqual([
    'Cancelamos la visita que tenías el 23 de noviembre de 2026, en la mañana: Ya tiene señal',
    'Cambiamos tu visita: ahora es el 23 de noviembre de 2026, en la mañana (revisión técnica)',
    'Te visitamos el 20 de noviembre de 2026, en la tarde: revisión técnica',
  ])
  expect((await technical.call(notificationApi.list)).data).toHaveLength(3)
  const other = await company.person('technical')
  expect((await other.call(notificationApi.list)).data).toEqual([])
  expect(await writeVisitMail(t, company.id)).toEqual([
    'Tu visita: revisión técnica',
    'Tu visita cambió: revisión técnica',
    'Tu visita se canceló: revisión técnica',
  ])
  expect(t.mails[1]?.text).toContain('El 23 de noviembre de 2026, en la mañana')
  const otherClient = await makeClient(t.owner, company.id)
  expect(await list(await portal(company, otherClient.userId))).toEqual([])
})

test('TBL-02 las visitas se filtran por día, técnico, estado, tipo y municipio, y vienen por páginas en su orden', async () => {
  const { company, financial, technical, client } = await desk()
  const at = [
    { day: MONDAY, slot: 'tarde', technician_id: technical.id },
    { day: MONDAY, slot: 'manana' },
    { day: TODAY, slot: 'horas', from_time: '14:00', to_time: '15:00', technician_id: technical.id },
    { day: TODAY, slot: 'horas', from_time: '08:00', to_time: '09:00' },
    {},
  ]
  const ids: string[] = []
  for (const time of at) {
    const { no_contract } = await makeContract(t.owner, company.id, client.id)
    ids.push((await plan(financial, { no_contract, kind: 'revision', ...time })).id)
  }
  const places = async (query: object) => (await list(financial, query)).map(({ id }) => ids.indexOf(id))
  expect(await places({})).toEqual([4, 3, 2, 1, 0])
  expect(await places({ from: MONDAY, to: MONDAY })).toEqual([1, 0])
  expect(await places({ technician_id: technical.id })).toEqual([2, 0])
  expect(await places({ to_plan: 'true' })).toEqual([4, 3, 1])
  expect(await places({ municipality_code: '05001' })).toEqual([4, 3, 2, 1, 0])
  expect(await places({ municipality_code: '11001' })).toEqual([])
  expect(await places({ kind: 'retiro' })).toEqual([])
  const page = await financial.call(visitApi.list, { query: { page: 2, page_size: 2 } })
  expect(page.meta).toEqual({ total: 5, page: 2, page_size: 2 })
  expect(page.data.map(({ id }) => ids.indexOf(id))).toEqual([2, 1])
})

test('VIS-01 espera otro día lo que no se hizo o se quedó en un día que ya pasó, hasta que haya otra visita o el contrato termine', async () => {
  const { company, financial, technical, client, no_contract } = await desk()
  const other = await makeContract(t.owner, company.id, client.id)
  const assigned = { day: TODAY, technician_id: technical.id }
  const missed = await plan(financial, { no_contract, kind: 'revision', ...assigned })
  const late = await plan(financial, { no_contract: other.no_contract, kind: 'cambio_equipo', ...assigned })
  expect(await list(financial, { to_plan: 'true' })).toEqual([])
  await technical.call(visitApi.miss, { params: { id: missed.id }, body: { reason: 'No había nadie' } })
  const waiting = async () => (await list(financial, { to_plan: 'true' })).map(({ id }) => id)
  expect(await waiting()).toEqual([missed.id])
  t.setNow(new Date(`${MONDAY}T17:00:00Z`))
  expect(await waiting()).toEqual([missed.id, late.id])
  const again = await plan(financial, { no_contract, kind: 'revision', day: MONDAY, technician_id: technical.id })
  expect(await waiting()).toEqual([late.id])
  await technical.call(visitApi.miss, { params: { id: again.id }, body: { reason: 'Calle cerrada' } })
  expect(await waiting()).toEqual([late.id, again.id])
  await financial.call(contractApi.terminate, {
    params: { no: no_contract },
    body: { requested_on: MONDAY, reason: 'Se muda' },
  })
  t.setNow(new Date('2027-01-20T17:00:00Z'))
  await applyDueChanges(t.world)
  const [pickUp] = await list(financial, { kind: 'retiro' })
  expect((await waiting()).toSorted()).toEqual([late.id, pickUp?.id])
})

test('VIS-01 diez usuarios que crean a la vez la misma visita dejan una sola', async () => {
  const { financial, no_contract } = await desk()
  const body = { visit: { no_contract, kind: 'revision', day: MONDAY } }
  const answers = await Promise.all(Array.from({ length: 10 }, () => financial.ask(visitApi.create, { body })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  expect(await list(financial, { no_contract })).toHaveLength(1)
})

test('NOT-01 el inicio del cliente muestra sus visitas de hoy en adelante, y no las que se cancelan', async () => {
  const { company, financial, client, no_contract } = await desk()
  const me = await portal(company, client.userId)
  const home = async () => (await me.call(dashboardApi.get)).data.client?.visits.map(({ kind, day }) => [kind, day])
  await plan(financial, { no_contract, kind: 'revision', day: MONDAY })
  const { id } = await plan(financial, { no_contract, kind: 'translado', day: TODAY })
  expect(await home()).toEqual([
    ['translado', TODAY],
    ['revision', MONDAY],
  ])
  await financial.call(visitApi.cancel, { params: { id }, body: { reason: 'Ya no se muda' } })
  expect(await home()).toEqual([['revision', MONDAY]])
})

test('CON-01 la oficina cambia el día de una instalación desde el contrato y la visita conserva sus horas', async () => {
  const { company, financial, technical, client } = await desk()
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { status: 'awaiting_installation' })
  const hours = { slot: 'horas', from_time: '08:30', to_time: '10:00' }
  const visit = { no_contract, kind: 'instalacion', day: MONDAY, technician_id: technical.id, ...hours }
  await financial.call(visitApi.create, { body: { visit } })
  const day = addDays(dayOf(new Date(`${MONDAY}T17:00:00Z`)), 1)
  const body = { scheduled_on: day, technician_id: technical.id }
  await financial.call(visitApi.schedule, { params: { no: no_contract }, body })
  expect(await list(financial, { no_contract })).toMatchObject([{ day, state: 'moved', ...hours }])
})
