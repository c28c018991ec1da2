import { afterEach, expect, onTestFinished, test } from 'vitest'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import { termEnd } from '#domain/einvoices/acceptance.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import { runAcceptanceClock } from './acceptance-clock.ts'

const { simulator, t, emitting } = await testIssuers()
afterEach(() => {
  simulator.replace(null)
  t.setNow(null)
})

/** A validated invoice of a company that buys, and the clock of the test. */
async function sold() {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  await t.owner.query(
    `update clients set type_identification = 'NIT', identification = '900825759-7', business_name = 'Halltec S.A.S.' where id = $1`,
    [at.clientId],
  )
  await sendAllDue(t)
  const [row] = (await admin.call(einvoiceApi.list)).data
  const detail = async () => (await admin.call(einvoiceApi.get, { params: { id: row?.id ?? '' } })).data
  const report = (code: string, on: string) => simulator.radian(user, row?.number ?? '', code, on)
  const start = new Date()
  /** The worker and the clock run some hours after the validation. */
  const later = async (ms: number): Promise<void> => {
    t.setNow(new Date(start.getTime() + ms))
    await sendAllDue(t)
    await Promise.all([runAcceptanceClock(t.world), runAcceptanceClock(t.world)])
  }
  const codes = async () => (await detail()).acceptances.map(({ code }) => code)
  return { company, detail, codes, report, later, start, today: dayOf(start) }
}

test('EIN-04 el acuse y el recibo que cuenta el proveedor se ven en el documento, cada uno una vez, con el plazo para reclamar', async () => {
  const { detail, report, later, today } = await sold()
  expect((await detail()).acceptances).toEqual([])
  report('030', today)
  report('032', today)
  await later(13 * HOUR_MS)
  await later(26 * HOUR_MS)
  const data = await detail()
  expect(data.acceptances).toEqual([
    { code: '030', occurred_on: today, source: 'provider' },
    { code: '032', occurred_on: today, source: 'provider' },
  ])
  expect(data.claim_until).toBe(addBusinessDays(today, 3))
  expect(data.steps.map(({ text }) => text)).toContain('Recibo del bien o del servicio')
})

test('EIN-04 la aceptación tácita se escribe una sola vez, después del tercer día hábil y de preguntar otra vez al proveedor', async () => {
  const { company, detail, codes, report, later, start, today } = await sold()
  report('032', today)
  await later(13 * HOUR_MS)
  const end = termEnd(addBusinessDays(today, 3)).getTime() - start.getTime()
  await later(end - HOUR_MS)
  expect(await codes()).toEqual(['032'])
  await later(end + 13 * HOUR_MS)
  await later(end + 14 * HOUR_MS)
  const data = await detail()
  expect(data.acceptances.filter(({ code }) => code === '034')).toEqual([
    { code: '034', occurred_on: addDays(addBusinessDays(today, 3), 1), source: 'term' },
  ])
  expect(data.claim_until).toBe(null)
  expect((await t.events(company.id)).filter((name) => name === 'electronic.accepted')).toHaveLength(1)
})

test('EIN-04 una factura que falla no detiene la aceptación tácita de las demás', async () => {
  const broken = await sold()
  const other = await sold()
  for (const { report, today } of [broken, other]) report('032', today)
  await other.later(13 * HOUR_MS)
  await t.owner.query(`create function refuse_tacit() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger refuse_tacit before insert on electronic_acceptances for each row
    when (new.code = '034' and new.company_id = '${broken.company.id}') execute function refuse_tacit()`)
  onTestFinished(async () => void (await t.owner.query('drop function if exists refuse_tacit() cascade')))
  const end = termEnd(addBusinessDays(other.today, 3)).getTime() - other.start.getTime()
  await other.later(end + 13 * HOUR_MS)
  expect([await broken.codes(), await other.codes()]).toEqual([['032'], ['032', '034']])
  await t.owner.query('drop function refuse_tacit() cascade')
  await other.later(end + 14 * HOUR_MS)
  expect(await broken.codes()).toEqual(['032', '034'])
})

test('EIN-04 con el proveedor caído al fin del plazo no se presume nada: el reclamo del último día todavía puede llegar', async () => {
  const { codes, report, later, start, today } = await sold()
  report('032', today)
  await later(13 * HOUR_MS)
  const end = termEnd(addBusinessDays(today, 3)).getTime() - start.getTime()
  await later(end - HOUR_MS)
  report('031', addBusinessDays(today, 3))
  simulator.replace({
    before: ({ path }) => (path.includes('/radian/events') ? { status: 500, body: { message: 'No' } } : undefined),
  })
  await later(end + 13 * HOUR_MS)
  expect(await codes()).toEqual(['032'])
  simulator.replace(null)
  await later(end + 15 * HOUR_MS)
  expect(await codes()).toEqual(['032', '031'])
})

test('EIN-04 un reclamo del último día impide la aceptación tácita', async () => {
  const { company, codes, report, later, start, today } = await sold()
  report('032', today)
  await later(13 * HOUR_MS)
  const end = termEnd(addBusinessDays(today, 3)).getTime() - start.getTime()
  await later(end - HOUR_MS)
  report('031', addBusinessDays(today, 3))
  await later(end + 13 * HOUR_MS)
  expect(await codes()).toEqual(['032', '031'])
  expect(await t.events(company.id)).toContain('electronic.claimed')
})
