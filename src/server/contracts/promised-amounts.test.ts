import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { textToSign } from '#domain/contracts/signature.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A draft of a company whose prices have no VAT: 45.000 a month, and a connection of 150.000 with 120.000 less. */
async function makeDraft(changes: object = {}) {
  const company = await t.company()
  await t.owner.query('update companies set prices_include_vat = false where id = $1', [company.id])
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id, 4_500_000)
  const connection = { connection_cost: 150_000, discounted_value: 120_000, billing_cut_day: 31, stratum: 4 }
  const body = contractBody(client.id, planId, { ...connection, date_contract: '2026-11-01', ...changes })
  const { data } = await financial.call(contractApi.create, { body })
  const desk: BillingDesk = { company, financial, id: data.id, clientId: client.id, params: { no: data.no_contract } }
  return { ...desk, identification: client.identification }
}

/** Signs with the clause, or without it, and starts the service. Returns what was offered, and the text that was signed. */
async function start({ financial, params, identification }: Awaited<ReturnType<typeof makeDraft>>, accepts: boolean) {
  const { data: offer } = await financial.call(contractApi.signing, { params })
  const chosen = { accepts_permanence: accepts, accepts_renewal: true, accepts_electronic_invoice: false }
  const text = textToSign(offer, chosen)?.text ?? ''
  const body = signatureBody(identification, { accepts_permanence: accepts })
  await financial.call(contractApi.sign, { params, body })
  await financial.call(contractApi.activate, { params, body: { activated_on: '2026-11-01' } })
  return { offer, text }
}

/** What the invoices of a period charge: the total of each line by its kind. */
async function billedIn(desk: BillingDesk, period: string): Promise<Record<string, number>> {
  await bill(t, desk, period)
  const { data: list } = await desk.financial.call(invoiceApi.list, { query: {} })
  const ids = list.filter((invoice) => invoice.period === period).map(({ id }) => id)
  const invoices = await Promise.all(ids.map((id) => desk.financial.call(invoiceApi.get, { params: { id } })))
  return Object.fromEntries(invoices.flatMap(({ data }) => data.lines.map(({ kind, total }) => [kind, total])))
}

test('R2.8 con precios sin IVA, la conexión que el contrato promete es la que cobra la primera factura', async () => {
  on(t, '2026-11-01')
  const accepted = await makeDraft()
  const { offer, text } = await start(accepted, true)
  const whole = await makeDraft()
  const declined = await start(whole, false)
  on(t, '2026-11-28')
  const [less, all] = [(await billedIn(accepted, '2026-11')).connection, (await billedIn(whole, '2026-11')).connection]
  expect([less, all]).toEqual([3_570_000, 17_850_000])
  expect(text).toContain(
    'La conexión cuesta $ 178.500,00 con IVA, de los que se le descuentan $ 142.800,00 con IVA. Paga $ 35.700,00 con IVA en la primera factura.',
  )
  expect(declined.text).toContain('La conexión cuesta $ 178.500,00 con IVA, que se cobran en la primera factura.')
  const { connection_cost = 0, discounted_value = 0 } = offer.permanence ?? {}
  expect([connection_cost, connection_cost - discounted_value]).toEqual([all, less])
})

test('R2.8 con precios sin IVA, la tabla de la permanencia y el costo del retiro son lo que cobra la última factura', async () => {
  on(t, '2026-11-01')
  const desk = await makeDraft()
  const { offer, text } = await start(desk, true)
  on(t, '2027-01-15')
  const { financial, params } = desk
  const body = { requested_on: '2027-01-15' }
  const { data: preview } = await financial.call(contractApi.terminatePreview, { params, body })
  expect(preview.ends_on).toBe('2027-01-31')
  await financial.call(contractApi.terminate, { params, body: { ...body, reason: 'Se muda' } })
  const { early_exit: charged } = await billedIn(desk, '2027-01')
  expect(charged).toBe(10_710_000)
  expect(preview.exit_total).toBe(charged)
  expect(offer.permanence?.table[3]).toBe(charged)
  expect(text).toContain('según el mes, con el IVA incluido:')
  expect(text).toContain(`| 4 | ${pesosLabel(preview.exit_total)} |`)
})

test('R2.8 un estrato sin IVA y un precio que lo incluye se dicen como son', async () => {
  on(t, '2026-11-01')
  const exempt = await start(await makeDraft({ stratum: 2 }), true)
  expect(exempt.text).toContain(
    'La conexión cuesta $ 150.000,00, de los que se le descuentan $ 120.000,00. Paga $ 30.000,00 en la primera factura.',
  )
  expect(exempt.text).toContain('según el mes:')
  expect(exempt.offer.permanence).toMatchObject({ connection_cost: 15_000_000, discounted_value: 12_000_000 })
})

/** A contract in service of 45.000 a month without VAT, at an address of estrato 4. */
const makePriced = () => makeDesk(t, { activeFrom: '2026-11-01', price: 4_500_000, stratum: 4, includesVat: false })

test('CON-06 con precios sin IVA, el cambio de plan dice lo que cobra el mes que empieza con él', async () => {
  const desk = await makePriced()
  const { financial, params, company } = desk
  on(t, '2026-12-04')
  const plan_id = await makePlan(t.owner, company.id, 5_700_000)
  const { data: preview } = await financial.call(contractApi.changePlanPreview, { params, body: { plan_id } })
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  on(t, '2027-01-02')
  const { plan } = await billedIn(desk, '2027-01')
  expect([preview.from_on, preview.new_price, plan]).toEqual(['2027-01-01', 5_700_000, 6_783_000])
  expect(preview.new_month?.total).toBe(plan)
})

test('CON-07 R2.12 con precios sin IVA, la cesión y su mensaje dicen lo que cobra el primer mes del nuevo titular', async () => {
  const desk = await makePriced()
  const { financial, params, company } = desk
  const client_id = (await makeClient(t.owner, company.id)).id
  on(t, '2026-12-04')
  const move = { address: 'Calle 5', department: 'Antioquia', city: 'Medellín', on: '2026-12-20', stratum: 2 }
  const preview = () => financial.call(cessionApi.cessionPreview, { params, body: { client_id } })
  const { data: first } = await preview()
  // A move before that day to an address without VAT: the month has the VAT of the new address.
  await financial.call(transferApi.transfer, { params, body: move })
  expect((await preview()).data.month).toMatchObject({ total: 4_500_000, treatment: 'exento' })
  await financial.call(transferApi.cancelTransfer, { params, body: { reason: 'No se muda' } })
  const plan_id = await makePlan(t.owner, company.id, 6_000_000)
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const { data: second } = await preview()
  await financial.call(cessionApi.cession, { params, body: { client_id } })
  const { message } = await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  on(t, '2027-01-02')
  const { plan } = await billedIn(desk, '2027-01')
  expect([first.month?.total, plan]).toEqual([5_355_000, 7_140_000])
  expect([second.effective_on, second.month?.total, second.later]).toEqual(['2027-01-01', plan, null])
  expect(message).toContain('el nuevo titular paga desde el 1 de enero de 2027: $ 71.400,00 con IVA al mes')
})
