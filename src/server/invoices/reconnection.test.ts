import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { bill } from '#test/arrears.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `reconnection-${keys}` }
}

type Desk = { financial: Person; companyId: string; no: string }

/** A contract that was suspended on November 10 for a debt of September or paused on October 31, today being November 20, 2026. */
async function makeSuspended({ cost, kind = 'arrears' }: { cost: number; kind?: string }): Promise<Desk> {
  const company = await t.company()
  const financial = await company.person('financial')
  await saveCost(financial, cost)
  const { id } = await makeClient(t.owner, company.id)
  const { no_contract: no } = await makeContract(t.owner, company.id, id, { stratum: 1 })
  t.setNow(noonOf('2026-09-15'))
  await bill({ financial, no_contract: no })
  // A pause begins on the first day of a period.
  t.setNow(noonOf(kind === 'arrears' ? '2026-11-10' : '2026-10-31'))
  if (kind === 'arrears') await financial.call(contractApi.suspend, { params: { no }, body: { reason: 'Mora' } })
  else await financial.call(contractApi.pause, { params: { no }, body: { from: '2026-10-31', months: 1 } })
  t.setNow(noonOf('2026-11-20'))
  return { financial, companyId: company.id, no }
}

function saveCost(financial: Person, cost: number) {
  const costs = { transfer_cost: 0, technical_visit_cost: 0, additional_cable_cost: 0 }
  const billing_config = { connection_cost: 0, discounted_value: 0, billing_cut_day: 30, reconnection_cost: cost }
  return financial.call(contractDefaultsApi.save, { body: { billing_config: { ...billing_config, ...costs } } })
}

const reconnect = async ({ financial, no }: Desk) => {
  const { data: preview } = await financial.call(contractApi.reconnectPreview, { params: { no } })
  const { message } = await financial.call(contractApi.reconnect, { params: { no } })
  expect(message).toContain(preview.reason)
  return preview
}

/** The reconnection lines of the contract's invoices of a month, after a run. */
async function billed({ financial, no, companyId }: Desk, period: string) {
  const { data: run } = await financial.call(runApi.start, { body: { period } })
  await runMassive(t.world, { company_id: companyId, run_id: run.id })
  const { data } = await financial.call(invoiceApi.list, { query: { no_contract: no, period } })
  const invoices = await Promise.all(data.map(({ id }) => financial.call(invoiceApi.get, { params: { id } })))
  return invoices.flatMap((invoice) => invoice.data.lines).filter((line) => line.kind === 'reconnection')
}

const charge = ({ financial, no }: Desk, changes: object = {}) => {
  const line = { kind: 'reconnection', description: 'Reconexión', quantity: 1, price: 1_981, ...changes }
  return financial.ask(invoiceApi.create, { body: { invoice: { no_contract: no, lines: [line] } }, headers: once() })
}
const preview = ({ financial, no }: Desk, ...changes: object[]) => {
  const line = { kind: 'reconnection', description: 'Reconexión', quantity: 1, price: 1_981 }
  const lines = changes.map((changed) => ({ ...line, ...changed }))
  return financial.ask(invoiceApi.preview, { body: { invoice: { no_contract: no, lines } } })
}
const refused = async (answer: ReturnType<typeof charge>) => {
  const { status, json } = await answer
  return [status, json.errors?.[0]?.field]
}

test('PLN-07 una reconexión después de un corte por mora va una vez en la próxima factura, hasta el tope legal', async () => {
  const desk = await makeSuspended({ cost: 10_000 })
  expect(await reconnect(desk)).toMatchObject({ charge: 198_100 })
  expect(await billed(desk, '2026-11')).toMatchObject([
    { description: 'Reconexión', quantity: 1, vat_treatment: 'gravado', total: 198_100 },
  ])
  t.setNow(noonOf('2026-12-20'))
  expect(await billed(desk, '2026-12')).toEqual([])
  expect(await refused(charge(desk))).toEqual([422, 'invoice.lines.0.kind'])
  t.setNow(null)
})

test('PLN-07 sin un corte por mora no se cobra la reconexión: ni a pedido, ni el mismo día, ni si no cuesta', async () => {
  const voluntary = await makeSuspended({ cost: 1_500, kind: 'voluntary' })
  expect(await reconnect(voluntary)).toMatchObject({ charge: 0 })
  const free = await makeSuspended({ cost: 0 })
  expect(await reconnect(free)).toMatchObject({ charge: 0 })
  const sameDay = await makeSuspended({ cost: 1_500 })
  expect(await reconnect(sameDay)).toMatchObject({ charge: 150_000 })
  await sameDay.financial.call(contractApi.suspend, { params: { no: sameDay.no }, body: { reason: 'Mora' } })
  expect(await reconnect(sameDay)).toMatchObject({ charge: 0 })
  expect(await billed(voluntary, '2026-11')).toEqual([])
  expect(await billed(free, '2026-11')).toEqual([])
  expect(await billed(sameDay, '2026-11')).toMatchObject([{ total: 150_000 }])
  t.setNow(null)
})

test('PLN-07 cobrada la última reconexión, la de un corte más viejo que no costó ya no se cobra', async () => {
  const desk = await makeSuspended({ cost: 0 })
  expect(await reconnect(desk)).toMatchObject({ charge: 0 })
  t.setNow(noonOf('2026-11-21'))
  await saveCost(desk.financial, 1_500)
  await desk.financial.call(contractApi.suspend, { params: { no: desk.no }, body: { reason: 'Mora' } })
  t.setNow(noonOf('2026-11-24'))
  expect(await reconnect(desk)).toMatchObject({ charge: 150_000 })
  expect(await refused(charge(desk))).toEqual([422, 'invoice.lines.0.kind'])
  t.setNow(null)
})

test('PLN-07 la reconexión en un cobro suelto respeta el tope y el corte, y al reconectar no se cobra otra vez', async () => {
  const desk = await makeSuspended({ cost: 1_500 })
  expect(await refused(charge(desk, { price: 1_981.01 }))).toEqual([422, 'invoice.lines.0.price'])
  expect(await refused(charge(desk, { quantity: 2 }))).toEqual([422, 'invoice.lines.0.quantity'])
  const answers = await Promise.all([charge(desk), charge(desk), charge(desk)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  expect(await reconnect(desk)).toMatchObject({
    charge: 0,
    reason: 'La reconexión de esta suspensión ya está cobrada: no se cobra otra vez.',
  })
  const lines = await billed(desk, '2026-11')
  expect(lines).toMatchObject([{ total: 198_100 }])
  t.setNow(null)
})

test('PLN-07 la vista previa de una reconexión rechaza lo que la emisión rechaza, en el mismo campo', async () => {
  const voluntary = await makeSuspended({ cost: 1_500, kind: 'voluntary' })
  expect(await refused(preview(voluntary, {}))).toEqual([422, 'invoice.lines.0.kind'])
  const desk = await makeSuspended({ cost: 1_500 })
  expect((await preview(desk, {})).status).toBe(200)
  expect(await refused(preview(desk, { price: 1_981.01 }))).toEqual([422, 'invoice.lines.0.price'])
  expect(await refused(preview(desk, { quantity: 2 }))).toEqual([422, 'invoice.lines.0.quantity'])
  expect(await refused(preview(desk, {}, {}))).toEqual([422, 'invoice.lines.1.kind'])
  expect((await charge(desk)).status).toBe(201)
  expect(await refused(preview(desk, {}))).toEqual([422, 'invoice.lines.0.kind'])
  t.setNow(null)
})
