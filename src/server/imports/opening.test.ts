import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const HEAD = 'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo'
const today = dayOf(new Date())

const fileOf = (rows: readonly (readonly string[])[]) => ({
  name: 'saldos.csv',
  bytes: Buffer.from([HEAD, ...rows.map((row) => row.join(';'))].join('\n')),
})
const send = (person: Person, rows: readonly (readonly string[])[]) =>
  upload(t, person, openingImportApi.upload, fileOf(rows))
const preview = async (person: Person, rows: readonly (readonly string[])[]) =>
  (await upload(t, person, openingImportApi.preview, fileOf(rows))).json.data

async function makeDesk() {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id, { stratum: 2 })
  return { company, client, financial: await company.person('financial') }
}

test('CLI-04 las facturas del sistema anterior entran con sus fechas, y su mora se cuenta desde ellas', async () => {
  const { company, client, financial } = await makeDesk()
  const rows = [
    [client.identification, 'FV-1020', '2015-03-01', '15/03/2015', '59.900'],
    [client.identification, 'FV-1098', '2026-10-01', addDays(today, 20), '40.000,50'],
  ]
  expect(await preview(financial, rows)).toMatchObject({
    totals: { documents: 2, clients: 1, errors: 0, balance: 99_900.5 },
  })
  expect((await financial.call(invoiceApi.list)).data).toEqual([])
  const answer = await send(financial, rows)
  expect([answer.status, answer.json.message]).toEqual([201, 'Cargamos 2 facturas por $ 99.900,50'])
  const { data } = await financial.call(invoiceApi.list, { query: { sort: 'due_on' } })
  expect(data.map(({ issued_on, due_on, status, kind }) => [issued_on, due_on, status, kind])).toEqual([
    ['2015-03-01', '2015-03-15', 'vencido', 'opening'],
    ['2026-10-01', addDays(today, 20), 'pendiente', 'opening'],
  ])
  const [old] = data
  const detail = (await financial.call(invoiceApi.get, { params: { id: old?.id ?? '' } })).data
  expect(detail.lines[0]?.description).toBe('Factura FV-1020 del sistema anterior')
  // The link of a document of 2015 opens today.
  const token = detail.public_url.split('/').at(-1) ?? ''
  expect((await t.ask(publicInvoiceApi.get, { params: { token } })).status).toBe(200)
  const { rows: entries } = await t.owner.query(`select distinct posted_on::text from journal where company_id = $1`, [
    company.id,
  ])
  expect(entries).toEqual([{ posted_on: today }])
  expect((await financial.call(clientApi.get, { params: { id: client.id } })).data.balance).toBe(99_900_50)
  expect(await t.events(company.id)).toEqual(['opening.imported'])
})

test('CLI-04 si una fila está mal no se escribe ninguna, y la vista previa dice qué corregir en cada una', async () => {
  const { company, client, financial } = await makeDesk()
  const other = await makeDesk()
  const good = [client.identification, 'FV-1', '2026-09-01', '2026-09-15', '59900']
  const rows = [
    good,
    good,
    [other.client.identification, 'FV-2', '2026-09-01', '2026-09-15', '59900'],
    [client.identification, 'FV-3', '2026-09-15', '2026-09-01', '59900'],
    [client.identification, 'FV-4', addDays(today, 1), addDays(today, 9), '59900'],
    [client.identification, 'FV-5', '31/02/2026', '2026-03-15', '-100'],
    [client.identification, '', '2026-09-01', '2026-09-15', '59900'],
  ]
  const checked = (await preview(financial, rows)) as { rows: { line: number; errors: string[] }[]; totals: object }
  expect(checked.totals).toMatchObject({ documents: 0, errors: 6 })
  expect(checked.rows.map(({ errors }) => errors.join('|'))).toEqual([
    '',
    expect.stringContaining('repetida'),
    expect.stringContaining('No hay un cliente'),
    expect.stringContaining('Vence antes'),
    expect.stringContaining('futura'),
    expect.stringMatching(/Fecha de emisión.*mayor que cero/),
    expect.stringContaining('número de la factura'),
  ])
  const refused = await send(financial, rows)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'file'])
  expect(refused.json.message).toContain('Fila 3')
  const { rows: written } = await t.owner.query(`select from invoices where company_id = $1`, [company.id])
  expect(written).toEqual([])
})

test('CLI-04 un cliente tiene saldo inicial una sola vez: el mismo archivo no entra dos veces', async () => {
  const { client, financial } = await makeDesk()
  const rows = [[client.identification, 'FV-1', '2026-09-01', '2026-09-15', '59900']]
  expect((await send(financial, rows)).status).toBe(201)
  const again = await send(financial, rows)
  expect([again.status, again.json.message]).toEqual([400, 'Fila 2: Este cliente ya tiene saldo inicial'])
  const missing = await upload(t, financial, openingImportApi.upload, {
    name: 'saldos.csv',
    bytes: Buffer.from('Cédula;Factura;Saldo\n1;2;3'),
  })
  expect(missing.json.message).toContain('Fecha de emisión, Fecha de vencimiento')
})

test('R7.12 CLI-04 el saldo a favor que el cliente ya tiene paga las facturas que se cargan, la que venció primero', async () => {
  const { client, financial } = await makeDesk()
  const payment = { client_id: client.id, amount: 70_000, method: 'efectivo', paid_on: today }
  const headers = { 'idempotency-key': 'anticipo' }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers })
  const rows = [
    [client.identification, 'FV-2', '2026-09-01', '2026-09-15', '40000'],
    [client.identification, 'FV-1', '2026-08-01', '2026-08-15', '50000'],
  ]
  expect((await send(financial, rows)).status).toBe(201)
  const { data } = await financial.call(invoiceApi.list, { query: { sort: 'due_on' } })
  expect(data.map(({ total, balance, status }) => [total, balance, status])).toEqual([
    [50_000_00, 0, 'pagado'],
    [40_000_00, 20_000_00, 'vencido'],
  ])
  const credit = await financial.call(creditApi.get, { params: { client_id: client.id } })
  expect([credit.data.credit, credit.data.sources]).toEqual([0, []])
})

test('CLI-04 un cliente trae varias deudas de un mismo mes, con contrato y sin él, y ninguna comprobación se rompe', async () => {
  const { company, client, financial } = await makeDesk()
  await makeContract(t.owner, company.id, client.id, { planId: await makePlan(t.owner, company.id), stratum: 2 })
  const others = [await makeClient(t.owner, company.id), await makeClient(t.owner, company.id)]
  const rows = [client, client, ...others].map(({ identification }, index) => [
    identification,
    `FV-${index + 1}`,
    '2026-09-01',
    '2026-09-15',
    '59900',
  ])
  expect((await send(financial, rows)).status).toBe(201)
  const { data } = await financial.call(invoiceApi.list)
  expect(data.map(({ kind, period }) => [kind, period])).toEqual(rows.map(() => ['opening', '2026-09']))
  expect(await breachesOf(t)).toEqual([])
})

test('CLI-04 el número de una factura vieja no lleva caracteres que cambian el sentido del texto: se lee en su factura y su enlace', async () => {
  const { client, financial } = await makeDesk()
  const rows = [[client.identification, 'FV-1\u202e0201', '2026-09-01', '2026-09-15', '59900']]
  const answer = await send(financial, rows)
  expect([answer.status, answer.json.message]).toEqual([
    400,
    'Fila 2: Quita del número los caracteres que no se pueden leer',
  ])
})
