import { expect, test } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `desk-${keys}` }
}

type Desk = { financial: Person; clientId: string; no_contract: string }

async function makeDesk(fields: { isCompany?: boolean } = {}): Promise<Desk> {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  if (fields.isCompany) {
    await t.owner.query(
      `update clients set type_identification = 'NIT', identification = '900123456-8', segment = 'business',
       business_name = 'Café Andino S.A.S.' where id = $1`,
      [client.id],
    )
  }
  const segment = fields.isCompany ? 'business' : 'residential'
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1, segment })
  return { financial: await company.person('financial'), clientId: client.id, no_contract }
}

async function charge({ financial, no_contract }: Desk, price: number) {
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
  return (await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: once() })).data
}

const pay = ({ financial, clientId }: Desk, payment: object) =>
  financial.ask(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, method: 'efectivo', paid_on: '2026-11-20', ...payment } },
    headers: once(),
  })

const account = async ({ financial, clientId }: Desk) =>
  (await financial.call(manualPaymentApi.account, { params: { client_id: clientId } })).data

test('INV-09 TRX-03 un pago se reparte entre varias facturas con el valor de cada una, y el resto queda de anticipo si la persona lo dice', async () => {
  const desk = await makeDesk()
  const [first, second, third] = [await charge(desk, 30_000), await charge(desk, 20_000), await charge(desk, 10_000)]
  const parts = [
    { invoice_id: third.id, amount: 10_000 },
    { invoice_id: first.id, amount: 5_000.5 },
  ]
  const { json } = await pay(desk, { amount: 17_000.5, parts, keeps_advance: true })
  expect(json.data).toMatchObject({ amount: 17_000.5, credit: 2_000 })
  expect(json).toHaveProperty(
    'data.applied',
    expect.arrayContaining([
      { invoice_id: third.id, number: third.number, no_contract: desk.no_contract, amount: 10_000 },
      { invoice_id: first.id, number: first.number, no_contract: desk.no_contract, amount: 5_000.5 },
    ]),
  )
  expect(await account(desk)).toMatchObject({
    balance: 4_499_950,
    credit: 200_000,
    invoices: [
      { number: first.number, balance: 2_499_950 },
      { number: second.number, balance: 2_000_000 },
    ],
  })
})

test('INV-09 TRX-03 un reparto que no cuadra se rechaza en su campo y no deja nada', async () => {
  const desk = await makeDesk()
  const other = await makeDesk()
  const [first, foreign] = [await charge(desk, 30_000), await charge(other, 10_000)]
  const part = (invoice_id: string, amount: number) => ({ invoice_id, amount })
  const cases: [object, number, string][] = [
    [{ amount: 40_000, parts: [] }, 400, 'payment.parts'],
    [{ amount: 40_000, parts: [part(first.id, 0)] }, 400, 'payment.parts.0.amount'],
    [{ amount: 40_000, parts: [part(first.id, 30_000.01)] }, 422, 'payment.parts.0.amount'],
    [{ amount: 20_000, parts: [part(first.id, 20_001)] }, 422, 'payment.parts'],
    [{ amount: 40_000, parts: [part(first.id, 1_000), part(first.id, 1_000)] }, 400, 'payment.parts'],
    [{ amount: 40_000, parts: [part(first.id, 1_000), part(first.id.toUpperCase(), 1_000)] }, 400, 'payment.parts'],
    [{ amount: 40_000, parts: [part(foreign.id, 1_000)] }, 404, 'payment.parts'],
    [{ amount: 40_000, parts: [part(first.id, 1_000)], invoice_ids: [first.id] }, 400, 'payment.parts'],
  ]
  for (const [payment, status, field] of cases) {
    const answer = await pay(desk, payment)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([status, field])
  }
  expect(await account(desk)).toMatchObject({ balance: 3_000_000, credit: 0 })
})

test('INV-09 INV-11 sin elegir, lo que está en reclamo se paga de último', async () => {
  const desk = await makeDesk()
  const [first, second] = [await charge(desk, 100_000), await charge(desk, 50_000)]
  await desk.financial.call(invoiceApi.dispute, {
    params: { id: first.id },
    body: { amount: 90_000, reason: 'No hubo visita' },
  })
  const { json } = await pay(desk, { amount: 55_000 })
  expect(json).toHaveProperty('data.applied', [
    { invoice_id: first.id, number: first.number, no_contract: desk.no_contract, amount: 10_000 },
    { invoice_id: second.id, number: second.number, no_contract: desk.no_contract, amount: 45_000 },
  ])
  const rest = await pay(desk, { amount: 6_000 })
  expect(rest.json).toHaveProperty('data.applied', [
    { invoice_id: first.id, number: first.number, no_contract: desk.no_contract, amount: 1_000 },
    { invoice_id: second.id, number: second.number, no_contract: desk.no_contract, amount: 5_000 },
  ])
})

test('INV-09 TRX-03 a una empresa se le sugieren sus retenciones con la regla, y nunca se aplican solas', async () => {
  const desk = await makeDesk({ isCompany: true })
  const [large, small] = [await charge(desk, 595_000), await charge(desk, 95_200)]
  const before = await account(desk)
  expect(before.invoices.map(({ number, suggested }) => [number, suggested])).toEqual([
    [large.number, { retefuente: 2_000_000, reteiva: 1_425_000, reteica: 0 }],
    [small.number, { retefuente: 0, reteiva: 228_000, reteica: 0 }],
  ])
  expect(before.withholding_rules?.retefuente).toMatch(/^4 % de la base sin IVA\. .*\$ 105\.000,00 \(2 UVT, .*572/)
  expect(before.withholding_rules?.reteiva).toMatch(/^15 % del IVA, solo si el cliente es agente de retención/)
  await pay(desk, { amount: 560_750, parts: [{ invoice_id: large.id, amount: 560_750 }] })
  const after = await account(desk)
  expect(after.invoices.find(({ id }) => id === large.id)).toMatchObject({ balance: 3_425_000, suggested: null })
})

test('INV-09 a una persona no se le sugieren retenciones', async () => {
  const desk = await makeDesk()
  await charge(desk, 595_000)
  expect(await account(desk)).toMatchObject({ withholding_rules: null, invoices: [{ suggested: null }] })
})

test('INV-01 la lista filtra por saldo: con deuda, sin deuda y de clientes con saldo a favor', async () => {
  const desk = await makeDesk()
  const [paid, open] = [await charge(desk, 10_000), await charge(desk, 20_000)]
  await pay(desk, { amount: 10_000, invoice_ids: [paid.id] })
  const idsOf = async (balance: string) => {
    const query = { balance, client_id: desk.clientId, page: 1, page_size: 20 }
    const { data, meta } = await desk.financial.call(invoiceApi.list, { query })
    expect(meta?.total).toBe(data.length)
    return data.map(({ id }) => id)
  }
  expect(await idsOf('con_deuda')).toEqual([open.id])
  expect(await idsOf('sin_deuda')).toEqual([paid.id])
  expect(await idsOf('a_favor')).toEqual([])
  await pay(desk, { amount: 25_000 })
  expect(await idsOf('con_deuda')).toEqual([])
  expect(await idsOf('a_favor')).toEqual([open.id, paid.id])
})

test('TRX-01 la oficina envía un recibo al correo del cliente cuantas veces se lo pidan; sin correo o reversado dice por qué no', async () => {
  const desk = await makeDesk()
  const payment = { client_id: desk.clientId, method: 'efectivo', paid_on: '2026-11-20', amount: 10_000 }
  const { data } = await desk.financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })
  const params = { id: data.id }
  const send = () => desk.financial.ask(paymentApi.sendReceipt, { params })
  expect((await send()).json.message).toMatch(/ no tiene correo: agrégalo en su ficha$/)
  await t.owner.query("update clients set email = 'ana@correo.test' where id = $1", [desk.clientId])
  expect((await send()).json.message).toBe('Enviamos el recibo 1 a ana@correo.test')
  expect((await send()).status).toBe(200)
  const { rows } = await t.owner.query('select kind, to_email, subject from messages where client_id = $1', [
    desk.clientId,
  ])
  const sent = { kind: 'receipt', to_email: 'ana@correo.test', subject: expect.stringContaining('$ 10.000,00') }
  expect(rows).toEqual([sent, sent])
  const reversal = { params, body: { reason: 'Era de otro' }, headers: once() }
  await desk.financial.call(manualPaymentApi.reverse, reversal)
  expect([(await send()).status, (await send()).json.message]).toEqual([
    409,
    'Este pago se reversó: su recibo ya no vale',
  ])
})
