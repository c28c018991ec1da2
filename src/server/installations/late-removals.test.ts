import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, day } from '#domain/core/days.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { REPORT_DAYS_MAX } from '#domain/installations/visit-time.ts'
import { visitApi } from '#domain/visits/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { makeReport, reportBody } from '#test/reporting.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

type Field = BillingDesk & { technical: Person }

const at = (date: string) => ({ start_time: `${date}T14:00:00Z`, end_time: `${date}T15:00:00Z` })
const PERIODS = ['2029-05', '2029-06', '2029-07', '2029-08']

async function field(): Promise<Field> {
  const desk = await makeDesk(t)
  return { ...desk, technical: await desk.company.person('technical') }
}

/** With a permanence clause that is not served when the contract ends. */
async function bind({ id }: Field): Promise<void> {
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
       permanence_from = '2029-05-02' where id = $1`,
    [id],
  )
}

const terminate = ({ financial, params }: Field, requested_on: string) =>
  financial.call(contractApi.terminate, { params, body: { requested_on, reason: 'Se muda' } })

const remove = ({ technical, params }: Field, visit: string) =>
  makeReport(t, technical, params.no, { ...at(visit), type_order_job: 'retiro' })

/** The equipment was taken on `removed`; `asked`: the day of the termination that the desk registered, null without one. */
type Removal = { removed: string; asked: string | null; owes: number }

const REMOVALS: readonly Removal[] = [
  // May has 30 days of service, 30,000, and June 28 of 30, 28,933: the contract ends on 31 July, and July is not charged.
  { removed: '2029-06-28', asked: null, owes: 58_933 },
  // It ends on 30 June: 10 days of June.
  { removed: '2029-06-10', asked: null, owes: 40_333 },
  // Asked on 5 June, for 30 June.
  { removed: '2029-06-15', asked: '2029-06-05', owes: 45_500 },
  { removed: '2029-06-29', asked: '2029-06-05', owes: 59_967 },
  // Asked on 28 June, for 31 July, and taken on the first day of the month that was billed ahead.
  { removed: '2029-07-01', asked: '2029-06-28', owes: 62_000 },
]
const DAYS_LATE = [0, 1, 5, 20]
/** Before the first removal and after the first request. */
const BILLED_ON = '2029-06-09'

/** A contract for each removal and each delay of its report, of one office, with what is done of it on each day. */
async function removalsOf(desk: Field) {
  const { company } = desk
  const cases = []
  for (const { removed, asked, owes } of REMOVALS)
    for (const late of DAYS_LATE) {
      const { id: clientId } = await makeClient(t.owner, company.id)
      const usual = { cutDay: 31, activeFrom: '2029-05-02', price: 3_100_000 }
      const { id, no_contract: no } = await makeContract(t.owner, company.id, clientId, usual)
      const its: Field = { ...desk, id, clientId, params: { no } }
      const steps = [
        ...(asked === null ? [] : [{ day: asked, act: async () => void (await terminate(its, asked)) }]),
        { day: addDays(day(removed), late), act: () => arrive(its, removed, late) },
      ]
      cases.push({ its, name: `${removed}, ${late} días tarde`, owes, steps })
    }
  return cases
}

/** The report arrives, and the desk registers what came more than a week late. */
async function arrive(its: Field, removed: string, late: number): Promise<void> {
  const { id, effect } = await remove(its, removed)
  expect(effect.kind === 'task').toBe(late > REPORT_DAYS_MAX)
  if (effect.kind === 'task') await its.financial.call(installationReportApi.registerRemoval, { params: { id } })
}

for (const count of [1, 2, 3]) {
  test(`R2.6 R2.9 ACT-04 un retiro deja la misma deuda cuando su acta llega a tiempo, 1, 5 o 20 días tarde, con ${count} meses facturados antes`, async () => {
    const desk = await field()
    const cases = await removalsOf(desk)
    const billing = { day: BILLED_ON, act: () => bill(t, desk, ...PERIODS.slice(0, count)) }
    const steps = [billing, ...cases.flatMap((one) => one.steps)]
    for (const { day: date, act } of steps.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
      on(t, date)
      await applyDueChanges(t.world)
      await act()
    }
    on(t, '2029-08-20')
    await applyDueChanges(t.world)
    await bill(t, desk, ...PERIODS)
    const found: [string, number][] = []
    for (const { its, name } of cases) found.push([name, await owed(t, its)])
    expect(found).toEqual(cases.map(({ name, owes }) => [name, owes]))
  })
}

/** What a client with a permanence clause owes in the end, with three months billed on the day of the removal. */
async function owedOfBound(removed: string, late: number): Promise<number> {
  const desk = await field()
  await bind(desk)
  on(t, removed)
  await bill(t, desk, ...PERIODS.slice(0, 3))
  on(t, addDays(day(removed), late))
  await arrive(desk, removed, late)
  on(t, '2029-08-20')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-08')
  return owed(t, desk)
}

test('R2.8 ACT-04 el valor por terminar antes es el mismo cuando el acta llega tarde y el mes ya se facturó', async () => {
  const onTime = await owedOfBound('2029-06-28', 0)
  expect(onTime).toBeGreaterThan(58_933)
  expect([await owedOfBound('2029-06-28', 5), await owedOfBound('2029-06-28', 20)]).toEqual([onTime, onTime])
})

test('AUT-07 ACT-04 un acta de retiro de más de 7 días no devuelve nada: la oficina la registra con su clave, una sola vez, y su tarea queda hecha', async () => {
  const desk = await field()
  const { financial, technical } = desk
  on(t, '2029-06-28')
  await bill(t, desk, ...PERIODS.slice(0, 3))
  const billed = await owed(t, desk)
  on(t, '2029-07-18')
  const report = await remove(desk, '2029-06-28')
  expect([report.effect.kind, await owed(t, desk)]).toEqual(['task', billed])
  const params = { id: report.id }
  expect((await technical.ask(installationReportApi.registerRemoval, { params })).status).toBe(403)
  const { data, message } = await financial.call(installationReportApi.registerRemoval, { params })
  expect(message).toMatch(
    /^Se registró el retiro: el contrato termina el 31 de julio de 2029\. Devolvimos \$ 2\.067,00 de junio de 2029 con la nota crédito \S+\. Devolvimos \$ 31\.000,00 de julio de 2029 con la nota crédito \S+\.$/,
  )
  expect(data).toMatchObject({ note: message, done_at: expect.any(String) })
  const again = await financial.ask(installationReportApi.registerRemoval, { params })
  expect([again.status, again.json.message]).toEqual([409, 'Esta acta no tiene un retiro por registrar'])
  expect(await owed(t, desk)).toBe(58_933)
  const visits = (await financial.call(visitApi.list, { query: {} })).data
  expect(visits).toMatchObject([{ kind: 'retiro', state: 'done', day: '2029-06-28' }])
})

test('ACT-04 la oficina no registra sola un retiro anterior a otra visita con acta, ni el de un acta que ya tuvo su efecto', async () => {
  const desk = await field()
  const { financial, technical, params } = desk
  on(t, '2029-07-02')
  await makeReport(t, technical, params.no, { ...at('2029-07-01'), type_order_job: 'cambio_equipo' })
  const early = await remove(desk, '2029-06-29')
  const refused = await financial.ask(installationReportApi.registerRemoval, { params: { id: early.id } })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Después de este retiro hay un acta de la visita del 1 de julio de 2029: registra tú lo que cambie en el contrato y lo que se devuelva',
  ])
  const made = await remove(desk, '2029-07-02')
  expect((await financial.ask(installationReportApi.registerRemoval, { params: { id: made.id } })).status).toBe(409)
})

test('ACT-04 R2.6 una segunda acta del mismo retiro, de un contrato que ya terminó, no devuelve los días otra vez', async () => {
  const desk = await field()
  on(t, '2029-06-05')
  await terminate(desk, '2029-06-05')
  on(t, '2029-06-28')
  await bill(t, desk, '2029-05', '2029-06')
  on(t, '2029-07-03')
  await applyDueChanges(t.world)
  const first = await remove(desk, '2029-06-27')
  expect(first.task).toBeNull()
  expect(first.effect).toEqual({
    kind: 'none',
    sentence: 'El contrato ya había terminado el 30 de junio de 2029, y los días sin equipos no se cobran',
  })
  const debt = await owed(t, desk)
  expect(debt).toBe(57_900)
  await remove(desk, '2029-06-28')
  expect(await owed(t, desk)).toBe(debt)
  const { rows } = await t.owner.query('select from_on, to_on from suspension_intervals where company_id = $1', [
    desk.company.id,
  ])
  expect(rows).toEqual([{ from_on: '2029-06-28', to_on: '2029-06-30' }])
})

test('ACT-04 un teléfono con el reloj adelantado o atrasado da al retiro el día en que se envió, y no el que escribe', async () => {
  const desk = await field()
  const { technical, financial, params } = desk
  on(t, '2029-06-28')
  await bill(t, desk, ...PERIODS.slice(0, 3))
  const body = await reportBody(t, technical, { ...at('2029-05-09'), type_order_job: 'retiro' })
  // The clock says 9 May when the report is sent, and the server received it on 28 June: the visit was two hours before.
  const query = { sent_at: '2029-05-09T17:00:00Z' }
  const { data } = await technical.call(installationApi.create, { params: { id: params.no }, query, body })
  expect([data.visit_on, data.is_clock_off, data.effect.kind]).toEqual(['2029-06-28', true, 'ended'])
  expect((await financial.call(contractApi.get, { params })).data.removed_from).toBe('2029-06-29')
  expect(await owed(t, desk)).toBe(58_933)
})
