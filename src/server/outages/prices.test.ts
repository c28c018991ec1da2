import { assert, asyncProperty, integer } from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, on } from '#test/billing-desk.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { applyOutages } from '#test/outage-work.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract of Medellín with cut 15: a change of plan that is asked for on 3 November is in force from the 16th. Prices in pesos. */
async function makeDesk(price: number) {
  on(t, '2026-11-03')
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const made = await makeContract(t.owner, company.id, client.id, { price: price * 100, cutDay: 15 })
  return { company, financial, client, clientId: client.id, id: made.id, params: { no: made.no_contract } }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

async function changePlan({ company, financial, params }: Desk, price: number): Promise<void> {
  const plan_id = await makePlan(t.owner, company.id, price * 100)
  const { data } = await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  expect(data.upcoming_terms?.from_on).toBe('2026-11-16')
}

async function announce(it: Desk, started_at: string): Promise<string> {
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const { data } = await it.financial.call(outageApi.announce, { body: { outage: { ...outage, started_at } } })
  await applyOutages(t, it)
  return data.id
}

/** The work of each outage is done twice. */
async function end(it: Desk, id: string, ended_at: string): Promise<void> {
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at } })
  await applyOutages(t, it)
  await applyOutages(t, it)
}

async function makeOutage(it: Desk, started_at: string, ended_at: string): Promise<string> {
  const id = await announce(it, started_at)
  await end(it, id, ended_at)
  return id
}

async function correct(it: Desk, id: string, started_at: string, ended_at: string): Promise<void> {
  const body = { started_at, ended_at, reason: 'Se revisó la hora' }
  await it.financial.call(outageApi.correct, { params: { id }, body })
  await applyOutages(t, it)
}

/** The beginning of a day in Bogotá. */
const midnight = (day: string): string => `${day}T05:00:00Z`

const waiting = async ({ financial, params }: Desk) =>
  (await financial.call(contractApi.get, { params })).data.pending_charges.map(
    ({ price, description }) => `${price / 100} ${description}`,
  )

async function clientPerson({ company, client }: Desk): Promise<Person> {
  const user = { id: client.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return t.as(await t.session(user), user)
}

test('SUS-07 R2.10 cada hora de una falla se compensa al precio de su día: dos precios en el mes, hacia arriba y hacia abajo', async () => {
  const [up, down] = [await makeDesk(60_000), await makeDesk(90_000)]
  await changePlan(up, 90_000)
  await changePlan(down, 60_000)
  on(t, '2026-11-20')
  // Three days, one before the change. 24 h: 60,000 ÷ 720 × 24 = 2,000. 48 h: 90,000 ÷ 720 × 48 = 6,000. The other way 3,000 and 4,000.
  await makeOutage(up, midnight('2026-11-15'), midnight('2026-11-18'))
  await makeOutage(down, midnight('2026-11-15'), midnight('2026-11-18'))
  const base = 'Compensación por 72 h sin servicio en noviembre de 2026'
  expect(await waiting(up)).toEqual([`-8000 ${base}: 24 h a $ 60.000,00 al mes y 48 h a $ 90.000,00 al mes`])
  expect(await waiting(down)).toEqual([`-7000 ${base}: 24 h a $ 90.000,00 al mes y 48 h a $ 60.000,00 al mes`])
})

test('SUS-07 R2.10 las horas de los dos precios se redondean una sola vez, y la corrección no devuelve dos veces ni cobra lo devuelto', async () => {
  const it = await makeDesk(50_000)
  await changePlan(it, 70_000)
  on(t, '2026-11-20')
  // From 23:00 of the 15th to 2:00 of the 16th. 50,000 ÷ 720 × 1 = 69.44 and 70,000 ÷ 720 × 2 = 194.44: together 263.89.
  const [started_at, ended_at] = ['2026-11-16T04:00:00Z', '2026-11-16T07:00:00Z']
  const id = await makeOutage(it, started_at, ended_at)
  const base = 'Compensación por 3 h sin servicio en noviembre de 2026'
  const said = `-264 ${base}: 1 h a $ 50.000,00 al mes y 2 h a $ 70.000,00 al mes`
  expect(await waiting(it)).toEqual([said])
  // All three at the first price: 208.33; at the second: 291.67.
  await correct(it, id, '2026-11-15T10:00:00Z', '2026-11-15T13:00:00Z')
  expect(await waiting(it)).toEqual([`-208 ${base}`])
  await correct(it, id, started_at, ended_at)
  expect(await waiting(it)).toEqual([said])
  await bill(t, it, '2026-12')
  await correct(it, id, '2026-11-15T10:00:00Z', '2026-11-15T13:00:00Z')
  expect(await waiting(it)).toEqual([])
  await correct(it, id, '2026-11-17T10:00:00Z', '2026-11-17T13:00:00Z')
  // 292 less the 264 of the invoice.
  expect(await waiting(it)).toEqual([`-28 ${base}`])
  await it.financial.call(outageApi.cancel, { params: { id }, body: { reason: 'No fue' } })
  await applyOutages(t, it)
  expect(await waiting(it)).toEqual([])
})

test('SUS-07 R2.10 PQR-01 la factura y el portal dicen las horas de cada precio, y lo que se ve durante la falla es lo que llega', async () => {
  const it = await makeDesk(60_000)
  await changePlan(it, 90_000)
  on(t, '2026-11-20')
  const id = await announce(it, midnight('2026-11-15'))
  t.setNow(new Date(midnight('2026-11-18')))
  const me = await clientPerson(it)
  const prices = [
    { price: 6_000_000, minutes: 24 * 60 },
    { price: 9_000_000, minutes: 48 * 60 },
  ]
  // 2,000 for 24 h at 60,000 and 6,000 for 48 h at 90,000.
  expect((await me.call(outageApi.own)).data.outages).toMatchObject([{ so_far: 800_000, so_far_prices: prices }])
  await end(it, id, midnight('2026-11-18'))
  const { data } = await me.call(outageApi.own)
  expect(data.outages).toMatchObject([{ so_far: null, so_far_prices: [] }])
  expect(data.compensations).toMatchObject([{ minutes: 72 * 60, amount: 800_000, prices }])
  on(t, '2026-11-20')
  await bill(t, it, '2026-12')
  const [invoice] = (await it.financial.call(invoiceApi.list, { query: {} })).data
  const { lines } = (await it.financial.call(invoiceApi.get, { params: { id: invoice?.id ?? '' } })).data
  expect(lines.map(({ description, total }) => [description, total])).toContainEqual([
    'Compensación por 72 h sin servicio en noviembre de 2026: 24 h a $ 60.000,00 al mes y 48 h a $ 90.000,00 al mes',
    -800_000,
  ])
  const { bytes } = await it.financial.ask(invoiceApi.pdf, { params: { id: invoice?.id ?? '' } })
  expect(readPdf(bytes).text.replaceAll(/\s+/g, ' ')).toContain('24 h a $ 60.000,00 al mes y 48 h a $ 90.000,00 al mes')
})

test('SUS-07 R2.10 otra falla del mes suma a la que sigue sus horas al precio de su día', async () => {
  const it = await makeDesk(60_000)
  await changePlan(it, 90_000)
  on(t, '2026-11-20')
  // Two hours before the change and two after it: neither passes the limit alone. 166.67 and 250: together 416.67.
  await makeOutage(it, '2026-11-10T12:00:00Z', '2026-11-10T14:00:00Z')
  const id = await announce(it, '2026-11-20T15:00:00Z')
  const me = await clientPerson(it)
  const [open] = (await me.call(outageApi.own)).data.outages
  expect(open).toMatchObject({ so_far: 41_700, so_far_prices: [{ price: 9_000_000, minutes: 120 }] })
  await end(it, id, '2026-11-20T17:00:00Z')
  expect(await waiting(it)).toEqual([
    '-417 Compensación por 4 h sin servicio en noviembre de 2026: 2 h a $ 60.000,00 al mes y 2 h a $ 90.000,00 al mes',
  ])
})

test('SUS-07 R2.10 R2.12 con un cambio de plan y una cesión el mismo día, cada titular recibe sus horas a su precio', async () => {
  const it = await makeDesk(60_000)
  await changePlan(it, 90_000)
  await bill(t, it, '2026-11')
  const next = await makeClient(t.owner, it.company.id)
  await it.financial.call(cessionApi.cession, { params: it.params, body: { client_id: next.id } })
  await it.financial.call(cessionApi.acceptCession, { params: it.params, body: { acceptance: 'Carta' } })
  on(t, '2026-11-20')
  await applyDueChanges(t.world)
  await makeOutage(it, midnight('2026-11-15'), midnight('2026-11-18'))
  // 24 h at 60,000 of the earlier holder, and 48 h at 90,000 of the new one: no holder has two prices.
  const month = 'sin servicio en noviembre de 2026'
  expect((await waiting(it)).toSorted()).toEqual([
    `-2000 Compensación por 24 h ${month}`,
    `-6000 Compensación por 48 h ${month}`,
  ])
})

test('SUS-07 R2.10 un cambio de plan al mismo precio no cambia nada, a cualquier hora que empiece o termine la falla', async () => {
  const it = await makeDesk(61_000)
  const { id, no_contract } = await makeContract(t.owner, it.company.id, it.clientId, { price: 6_100_000, cutDay: 15 })
  const other: Desk = { ...it, id, params: { no: no_contract } }
  await changePlan(it, 61_000)
  on(t, '2026-11-20')
  const outage = await makeOutage(it, midnight('2026-11-15'), midnight('2026-11-17'))
  // Before and after the midnight of the change, in seconds.
  const seconds = integer({ min: 1, max: 36 * 3_600 })
  const check = asyncProperty(seconds, seconds, async (before, after) => {
    const change = Date.parse(midnight('2026-11-16'))
    const [start, stop] = [new Date(change - before * 1_000), new Date(change + after * 1_000)]
    await correct(it, outage, start.toISOString(), stop.toISOString())
    expect(await waiting(it)).toEqual(await waiting(other))
  })
  await assert(check, { numRuns: 12, seed: 20_261_127, examples: [[30, 10_830]], endOnFailure: true })
})
