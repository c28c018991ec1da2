import { expect, test } from 'vitest'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `withheld-${keys}` }
}

async function makeDesk(isCompany: boolean) {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  if (isCompany) {
    await t.owner.query(
      `update clients set type_identification = 'NIT', identification = '900123456-8', segment = 'business',
       business_name = 'Café Andino S.A.S.' where id = $1`,
      [client.id],
    )
  }
  const segment = isCompany ? 'business' : 'residential'
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1, segment })
  const financial = await company.person('financial')
  const charge = async (price: number, kind = 'technical_visit') => {
    const lines = [{ kind, description: 'Visita', quantity: 1, price }]
    await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: once() })
  }
  const pay = (payment: object) =>
    financial.ask(manualPaymentApi.create, {
      body: { payment: { client_id: client.id, method: 'transferencia', paid_on: '2026-11-20', ...payment } },
      headers: once(),
    })
  return { financial, charge, pay, clientId: client.id }
}

test('TRX-03 WH-2 una retención fuera de su regla se registra, y la respuesta dice por qué revisarla', async () => {
  const cases: [isCompany: boolean, price: number, kind: string, payment: object, warnings: string[]][] = [
    [true, 595_000, 'technical_visit', { amount: 560_750, retentions: { retefuente: 20_000, reteiva: 14_250 } }, []],
    [true, 119_000, 'technical_visit', { amount: 0, retentions: { retefuente: 119_000 } }, ['no llega al mínimo']],
    [true, 595_000, 'technical_visit', { amount: 0, retentions: { retefuente: 595_000 } }, ['$ 30.000,00']],
    [true, 119_000, 'technical_visit', { amount: 100_000, retentions: { reteiva: 19_000 } }, ['$ 2.850,00']],
    [true, 80_000, 'technical_visit', { amount: 77_311, retentions: { retefuente: 2_689 } }, ['no llega al mínimo']],
    [
      false,
      50_000,
      'late_interest',
      { amount: 30_000, retentions: { reteiva: 20_000 } },
      ['persona natural', 'no tienen IVA'],
    ],
  ]
  for (const [isCompany, price, kind, payment, expected] of cases) {
    const desk = await makeDesk(isCompany)
    await desk.charge(price, kind)
    const { status, json } = await desk.pay(payment)
    expect(status).toBe(201)
    expect(json).toHaveProperty(
      'warnings',
      expected.map((part) => expect.stringContaining(part)),
    )
  }
})

test('TRX-03 WH-2 lo que se retiene se compara con lo que dejaron las notas y con lo que ya se retuvo de la factura', async () => {
  const noted = await makeDesk(true)
  await noted.charge(595_000)
  const limitsOf = async (desk: typeof noted) =>
    (await desk.financial.call(manualPaymentApi.account, { params: { client_id: desk.clientId } })).data.invoices.map(
      ({ limits }) => limits,
    )
  const [invoice] = (await noted.financial.call(invoiceApi.list)).data
  const note = { concept: 'Cobro de más', lines: [{ position: 1, amount: 535_500 }] }
  await noted.financial.call(invoiceApi.creditNote, { params: { id: invoice?.id ?? '' }, body: note, headers: once() })
  expect(await limitsOf(noted)).toMatchObject([{ retefuente: 0, reteiva: 142_500 }])
  const withheld = { retefuente: 20_000, reteiva: 14_250 }
  const after = await noted.pay({ amount: 25_250, retentions: withheld })
  expect(after.json).toHaveProperty('warnings', [
    expect.stringContaining('no llega al mínimo'),
    expect.stringContaining('$ 1.425,00'),
  ])
  const twice = await makeDesk(true)
  await twice.charge(595_000)
  expect((await twice.pay({ amount: 100_000, retentions: withheld })).json).toHaveProperty('warnings', [])
  expect(await limitsOf(twice)).toMatchObject([{ before: { retefuente: 2_000_000, reteiva: 1_425_000 } }])
  const again = await twice.pay({ amount: 100_000, retentions: withheld })
  expect(again.json).toHaveProperty('warnings', [
    expect.stringContaining('$ 30.000,00, y antes ya se retuvieron $ 20.000,00'),
    expect.stringContaining('$ 14.250,00, y antes ya se retuvieron $ 14.250,00'),
  ])
  // What was reversed was not withheld.
  const [last, first] = (await twice.financial.call(manualPaymentApi.list, {})).data
  for (const id of [last?.id, first?.id])
    await twice.financial.call(manualPaymentApi.reverse, {
      params: { id: id ?? '' },
      body: { reason: 'Certificado de otro' },
      headers: once(),
    })
  expect((await twice.pay({ amount: 560_750, retentions: withheld })).json).toHaveProperty('warnings', [])
})

test('TRX-03 R1.12 en un año sin UVT todavía, la retefuente se compara con su tarifa', async () => {
  const desk = await makeDesk(true)
  t.setNow(new Date('2027-01-05T15:00:00Z'))
  await desk.charge(119_000)
  const paid = { amount: 0, retentions: { retefuente: 119_000 } }
  expect((await desk.pay(paid)).json).toHaveProperty('warnings', [expect.stringContaining('$ 6.000,00')])
  await desk.charge(119_000)
  const usual = { amount: 115_000, retentions: { retefuente: 4_000 } }
  expect((await desk.pay(usual)).json).toHaveProperty('warnings', [])
})

test('TRX-03 lo retenido no puede superar lo que se debe', async () => {
  const desk = await makeDesk(true)
  await desk.charge(119_000)
  const { status, json } = await desk.pay({ amount: 0, retentions: { retefuente: 119_001 } })
  expect([status, json.errors?.[0]?.field]).toEqual([422, 'payment.retentions'])
})

test('TRX-03 el certificado se guarda con el pago o después, y lo que falta se encuentra y se descarga', async () => {
  const desk = await makeDesk(true)
  for (let count = 0; count < 3; count += 1) await desk.charge(119_000)
  const certificate = { number: 'CR-2026-7', issued_on: '2026-11-30' }
  const payment = { amount: 115_000, retentions: { retefuente: 4_000 } }
  expect((await desk.pay({ ...payment, certificate })).json.data).toMatchObject({ certificate })
  expect((await desk.pay(payment)).status).toBe(201)
  const [last] = (await desk.financial.call(manualPaymentApi.list, {})).data
  const id = last?.id ?? ''
  await desk.pay({ amount: 119_000 })
  const missing = async () =>
    (await desk.financial.call(manualPaymentApi.list, { query: { certificate: 'missing', from: '2026-01-01' } })).data
  expect((await missing()).map((one) => one.id)).toEqual([id])
  const query = 'certificate=missing'
  const file = await desk.financial.ask(exportApi.create, { body: { list: 'payments', format: 'csv', query } })
  const [headers = [], row = [], ...rest] = readCsv(file.bytes)
  expect([row[headers.indexOf('Retefuente (COP)')], row[headers.indexOf('Certificado')], rest]).toEqual([
    '4000',
    '',
    [],
  ])
  const saved = await desk.financial.call(manualPaymentApi.certificate, { params: { id }, body: { number: 'CR-9' } })
  expect(saved.data.certificate).toEqual({ number: 'CR-9', issued_on: null })
  expect(await missing()).toEqual([])
  const bare = await desk.pay({ amount: 1_000, certificate })
  expect([bare.status, bare.json.errors?.[0]?.field]).toEqual([400, 'payment.certificate.number'])
})
