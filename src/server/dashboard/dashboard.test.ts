import { expect, test } from 'vitest'
import { pesos } from '#domain/core/money.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { changePercent } from '#domain/dashboard/figures.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { bill as billMonth } from '#test/billing-desk.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { wompiKeys } from '#test/wompi-keys.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const NOW = new Date('2026-11-20T15:00:00Z')

let keys = 0
const newKey = () => {
  keys += 1
  return { 'idempotency-key': `d${keys}` }
}

type Desk = { company: Company; financial: Person; clientId: string; no_contract: string }

async function desk(): Promise<Desk> {
  t.setNow(NOW)
  const company = await t.company()
  const { id: clientId } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, clientId)
  return { company, financial: await company.person('financial'), clientId, no_contract }
}

async function bill({ financial, no_contract }: Desk, price: number, on = NOW) {
  t.setNow(on)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
  const made = await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: newKey() })
  t.setNow(NOW)
  return made.data
}
const pay = ({ financial, clientId }: Desk, amount: number, paid_on: string) =>
  financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on } },
    headers: newKey(),
  })

async function figures(person: Person) {
  const { data } = await person.call(dashboardApi.get)
  const byKey = Object.fromEntries(data.figures.map((figure) => [figure.key, figure]))
  const chart = (key: string) => data.charts.find((one) => one.key === key)?.bars
  return { ...data, byKey, chart }
}

test('DSH-02 cada cifra es la suma de la lista que abre', async () => {
  const at = await desk()
  await bill(at, 50_000, new Date('2026-08-03T15:00:00Z'))
  await bill(at, 30_000, new Date('2026-10-28T15:00:00Z'))
  await bill(at, 20_000)
  await pay(at, 10_000, '2026-10-15')
  await pay(at, 8_000, '2026-11-02')
  const { data: undone } = await pay(at, 5_000, '2026-11-20')
  await pay(at, 4_000, '2026-11-20')
  await at.financial.call(manualPaymentApi.reverse, {
    params: { id: undone.id },
    body: { reason: 'Era de otro' },
    headers: newKey(),
  })
  const { byKey, chart } = await figures(at.financial)
  expect(byKey['collected_month']).toMatchObject({
    value: pesos(12_000),
    previous: pesos(10_000),
    parts: { payments: 3 },
  })
  expect(byKey['collected_today']).toMatchObject({ value: pesos(4_000), parts: { payments: 2 } })
  expect(byKey['invoiced_month']).toMatchObject({ value: pesos(20_000), parts: { invoices: 1 } })
  const ages = chart('ageing')
  expect(byKey['overdue']?.value).toBe(ages?.reduce((sum, bar) => sum + ('amount' in bar ? bar.amount : 0), 0))
  expect(chart('collected_by_month')).toHaveLength(12)
  expect(chart('collected_by_month')?.slice(-2)).toEqual([
    { period: '2026-10', amount: pesos(10_000) },
    { period: '2026-11', amount: pesos(12_000) },
  ])
  for (const key of ['overdue', 'due_soon', 'invoiced_month']) {
    const query = Object.fromEntries(new URL(byKey[key]?.href ?? '', 'http://x').searchParams)
    const { data } = await at.financial.call(invoiceApi.list, { query })
    const sum = data.reduce((total, row) => total + (key === 'invoiced_month' ? row.total : row.balance), 0)
    expect([key, sum, data.length]).toEqual([key, byKey[key]?.value, byKey[key]?.parts['invoices']])
  }
  const month = Object.fromEntries(new URL(byKey['collected_month']?.href ?? '', 'http://x').searchParams)
  expect(await collectedOf(at.financial, month)).toBe(pesos(12_000))
})

/** What was collected, by the totals of the list of payments. */
async function collectedOf(financial: Person, query: Record<string, string>) {
  const { totals, refunds, reversals } = await financial.call(manualPaymentApi.list, { query })
  return totals.reduce((sum, { amount }) => sum + amount, 0) - refunds.amount - reversals.amount
}

test('DSH-02 TRX-04 un reverso resta el día en que se hace: lo recaudado en un mes que ya pasó no cambia', async () => {
  const at = await desk()
  await bill(at, 50_000, new Date('2026-10-02T15:00:00Z'))
  const { data: undone } = await pay(at, 30_000, '2026-10-15')
  await pay(at, 12_000, '2026-10-16')
  const { data: kept } = await pay(at, 5_000, '2026-11-03')
  const october = { from: '2026-10-01', to: '2026-10-31' }
  const before = [await figures(at.financial), await collectedOf(at.financial, october)] as const
  const { data: reversed, message } = await at.financial.call(manualPaymentApi.reverse, {
    params: { id: undone.id },
    body: { reason: 'Cheque devuelto' },
    headers: newKey(),
  })
  expect(reversed.reversed).toMatchObject({ number: 1, on: '2026-11-20', reason: 'Cheque devuelto' })
  expect(message).toContain('con el reverso 1')
  const after = await figures(at.financial)
  const past = (of: typeof after) => of.chart('collected_by_month')?.at(-2)
  expect(past(after)).toEqual({ period: '2026-10', amount: pesos(42_000) })
  expect(past(after)).toEqual(past(before[0]))
  expect([await collectedOf(at.financial, october), before[1]]).toEqual([pesos(42_000), pesos(42_000)])
  expect(after.byKey['collected_month']?.value).toBe(pesos(5_000 - 30_000))
  expect(after.byKey['collected_today']?.value).toBe(pesos(-30_000))
  const month = Object.fromEntries(new URL(after.byKey['collected_month']?.href ?? '', 'http://x').searchParams)
  expect(await collectedOf(at.financial, month)).toBe(pesos(5_000 - 30_000))
  // The filters of the list are those of the payment; the days, those of the reversal.
  const of = async (query: Record<string, string>) =>
    (await at.financial.call(manualPaymentApi.list, { query })).reversals
  expect(await of({ method: 'efectivo' })).toEqual({ count: 1, amount: pesos(30_000) })
  expect(await of({ method: 'consignacion' })).toEqual({ count: 0, amount: 0 })
  expect(await of(october)).toEqual({ count: 0, amount: 0 })
  // Another reversal takes the next number.
  const second = await at.financial.call(manualPaymentApi.reverse, {
    params: { id: kept.id },
    body: { reason: 'Era de otro' },
    headers: newKey(),
  })
  expect(second.data.reversed?.number).toBe(2)
  t.setNow(new Date('2026-12-01T15:00:00Z'))
  expect((await figures(at.financial)).chart('collected_by_month')?.slice(-3)).toEqual([
    { period: '2026-10', amount: pesos(42_000) },
    { period: '2026-11', amount: pesos(-30_000) },
    { period: '2026-12', amount: 0 },
  ])
  t.setNow(NOW)
})

test('DSH-02 dice cuántos contratos faltan por facturar y cuándo es el próximo corte', async () => {
  const at = await desk()
  const before = await figures(at.financial)
  expect(before.byKey['to_invoice']).toMatchObject({ value: 1, parts: { period: '2026-11' } })
  expect(before.cuts).toHaveLength(1)
  expect(before.cuts[0]?.contracts).toBe(1)
  expect(before.next.every(({ count, href }) => count > 0 && href !== null)).toBe(true)
})

test('DSH-02 lo que falta por facturar no resta las facturas de los contratos que ya no están en servicio', async () => {
  const at = await desk()
  const more = async (status: string, activeFrom = '2025-01-01') => {
    const { id: clientId } = await makeClient(t.owner, at.company.id)
    return (await makeContract(t.owner, at.company.id, clientId, { status, activeFrom })).id
  }
  const [suspended] = [await more('active'), await more('active', '2026-12-05')]
  await billMonth(t, { company: at.company, financial: at.financial }, '2026-11')
  const value = async () => (await figures(at.financial)).byKey['to_invoice']?.value
  expect(await value()).toBe(0)
  await t.owner.query("update contracts set status = 'suspended' where id = $1", [suspended])
  await more('active')
  expect(await value()).toBe(1)
})

test('DSH-03 el administrador ve el mismo dinero, cuántos contratos hay y lo que falta para empezar', async () => {
  const at = await desk()
  await bill(at, 40_000, new Date('2026-10-28T15:00:00Z'))
  await pay(at, 10_000, '2026-10-30')
  const { byKey, next, chart } = await figures(await at.company.person('admin'))
  expect(byKey['collection_rate']?.value).toBe(25)
  expect([byKey['active']?.value, byKey['suspended']?.value, byKey['terminated']?.value]).toEqual([1, 0, 0])
  expect(chart('growth')).toHaveLength(12)
  expect(next.map(({ key, is_done }) => [key, is_done])).toEqual([
    ['logo', false],
    ['financial', true],
    ['plans', true],
    ['clients', true],
    ['invoices', true],
    ['wompi', false],
    ['factus', false],
    ['people', false],
  ])
  expect(Object.values(byKey).every(({ href }) => href === null)).toBe(true)
})

test('DSH-03 el administrador ve la salud de Wompi: llaves, última prueba, último aviso y si se pudo verificar', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  const health = async () => (await admin.call(dashboardApi.get)).data.health
  expect(await health()).toEqual({ wompi: null, factus: null })
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('salud') } })
  expect((await health())?.wompi).toEqual({
    environment: 'test',
    is_on: false,
    tested_at: null,
    problem: null,
    last_event: null,
  })
  // No provider listens in this test: the test of the keys gets no answer.
  const tested = await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  expect((await health())?.wompi).toMatchObject({ tested_at: tested.data.tested_at, problem: tested.data.problem })
  expect(tested.data.problem).toMatch(/Wompi no/)
  const { data } = await admin.call(integrationApi.get)
  const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
  await t.ask(webhookApi.receive, { params: { endpoint_key }, body: { hola: 'mundo' } })
  const [event] = (await admin.call(integrationApi.events)).data
  expect((await health())?.wompi?.last_event).toEqual({ received_at: event?.received_at, verdict: 'unverified' })
})

test('DSH-05 la plataforma suma todas las empresas y no ve a nadie', async () => {
  const at = await desk()
  const superadmin = await at.company.person('superadmin')
  const before = await figures(superadmin)
  await bill(at, 70_000)
  const after = await figures(superadmin)
  expect(Number(after.byKey['invoiced_month']?.value) - Number(before.byKey['invoiced_month']?.value)).toBe(
    pesos(70_000),
  )
  expect(JSON.stringify(after)).not.toContain(at.clientId)
  expect(after.byKey['companies']?.value).toBeGreaterThan(0)
})

test('DSH-02 lo de una empresa no se suma a otra', async () => {
  const at = await desk()
  await bill(at, 90_000)
  const other = await desk()
  expect((await figures(other.financial)).byKey['invoiced_month']?.value).toBe(0)
})

test('una comparación con nada no tiene porcentaje', () => {
  expect(changePercent(10, 0)).toBeNull()
  expect(changePercent(10, null)).toBeNull()
  expect(changePercent(106, 100)).toBe(6)
  expect(changePercent(50, 150)).toBe(-66.7)
})

test('DSH-02 el financiero de una empresa nueva ve su primer paso, y el siguiente cuando lo termina', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const steps = async () => (await figures(financial)).next.map(({ key }) => key)
  expect(await steps()).toEqual(['first_plan'])
  await makePlan(t.owner, company.id)
  expect(await steps()).toEqual(['first_clients'])
  await makeClient(t.owner, company.id)
  expect(await steps()).toEqual(['first_invoice'])
})
