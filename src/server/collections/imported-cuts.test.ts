import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { addDays, addMonths, type Day, day, dayOf } from '#domain/core/days.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { DEFAULTS_OF_DEBTORS, nine, putPolicy } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

const t = testApp()
const today = dayOf(new Date())
afterEach(() => t.setNow(null))

const HEAD =
  'Código cliente,identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,fecha contrato,plan,valor,saldo,estado'
const row = (code: number, identification: number, balance: number, status = 'Suspendido') =>
  `${code},${identification},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,2024-01-20,Hogar 50 megas,59900,${balance},${status}`

/** A company with a policy that reconnects. */
async function makeDesk(): Promise<Person> {
  t.setNow(new Date(nine(today)))
  const company = await t.company()
  const financial = await company.person('financial')
  await putPolicy(t, company.id)
  return financial
}

/** Imports rows of the system before. Returns the id of the import. */
async function importRows(financial: Person, ...rows: string[]): Promise<string> {
  const file = { name: 'lista.csv', bytes: Buffer.from([HEAD, ...rows].join('\n')) }
  const plans = JSON.stringify({ 'Hogar 50 megas': '+' })
  const answer = await upload(t, financial, clientImportApi.upload, file, { plans })
  return (answer.json['details'] as { id: string }).id
}

/** A desk with services that were cut in the system before: by their opening balances, in pesos. */
async function importCut(...balances: number[]): Promise<{ financial: Person; importId: string }> {
  const financial = await makeDesk()
  const rows = balances.map((balance, index) => row(index, 71_001 + index, balance))
  return { financial, importId: await importRows(financial, ...rows) }
}

const statusesOf = async (financial: Person) =>
  (await financial.call(contractApi.list, { query: { sort: 'no_contract' } })).data.map(({ status }) => status)
const termsOf = async (financial: Person) => (await financial.call(collectionApi.reconnections)).data

/** A payment of the client of the first contract. */
async function pay(financial: Person, amount: number, paid_on: Day) {
  const [contract] = (await financial.call(contractApi.list)).data
  const payment = { client_id: contract?.client.id ?? '', amount, method: 'efectivo' as const, paid_on }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
}

test('CLI-05 SUS-03 lo que vino suspendido y debe su saldo inicial sigue suspendido aunque ese saldo no haya vencido aquí, y vuelve cuando se paga', async () => {
  const { financial } = await importCut(129_800)
  await runCollections(t.world)
  t.setNow(new Date(nine(addDays(today, 1))))
  await runCollections(t.world)
  expect(await statusesOf(financial)).toEqual(['suspended'])
  expect(await termsOf(financial)).toEqual([])

  await pay(financial, 100_000, addDays(today, 1))
  expect(await statusesOf(financial)).toEqual(['suspended'])
  await pay(financial, 29_800, addDays(today, 1))
  expect(await statusesOf(financial)).toEqual(['active'])
  expect(await termsOf(financial)).toHaveLength(1)
})

test('CLI-05 SUS-03 lo que vino suspendido sin saldo no vuelve por sí solo, y su carga se deshace', async () => {
  const { financial, importId } = await importCut(0, 45_000)
  await runCollections(t.world)
  expect(await statusesOf(financial)).toEqual(['suspended', 'suspended'])
  expect(await termsOf(financial)).toEqual([])
  expect((await financial.ask(clientImportApi.undo, { params: { id: importId } })).status).toBe(200)
  expect(await statusesOf(financial)).toEqual([])
})

test('CLI-05 SUS-03 el pago de otro servicio del cliente no reconecta el que vino suspendido sin saldo', async () => {
  const financial = await makeDesk()
  await importRows(financial, row(1, 71_001, 30_000, 'Activo'))
  await pay(financial, 30_000, today)
  // A second list: the same client, whose opening balance is already paid, with a service that was cut.
  await importRows(financial, row(2, 71_001, 80_000))
  await runCollections(t.world)
  await pay(financial, 50_000, today)
  await runCollections(t.world)
  expect(await statusesOf(financial)).toEqual(['active', 'suspended'])
  expect(await termsOf(financial)).toEqual([])
})

test('CLI-05 PLN-07 lo que vino suspendido no paga reconexión: ni al pagar, ni en la oficina, ni en una factura suelta', async () => {
  const { financial } = await importCut(50_000, 0)
  t.setNow(new Date(nine(addDays(today, 1))))
  await financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  const { data: contracts } = await financial.call(contractApi.list, { query: { sort: 'no_contract' } })
  const [paid = '', free = ''] = contracts.map(({ no_contract }) => no_contract)
  const line = { kind: 'reconnection' as const, description: 'Reconexión', quantity: 1, price: 1_500 }
  const ofDesk = await financial.ask(invoiceApi.preview, { body: { invoice: { no_contract: free, lines: [line] } } })
  expect(ofDesk.json.errors?.[0]?.field).toBe('invoice.lines.0.kind')

  const payment = { client_id: contracts[0]?.client.id ?? '', amount: 50_000, method: 'efectivo' as const }
  const paid_on = addDays(today, 1)
  await financial.call(manualPaymentApi.create, { body: { payment: { ...payment, paid_on } }, headers: newKey() })
  const { data: quote } = await financial.call(contractApi.reconnectPreview, { params: { no: free } })
  expect(quote.charge).toBe(0)
  expect(quote.reason).toBe('El servicio llegó suspendido con la carga de clientes: la reconexión no se cobra.')
  await financial.call(contractApi.reconnect, { params: { no: free } })
  expect(await statusesOf(financial)).toEqual(['active', 'active'])
  for (const no of [paid, free]) {
    const { data } = await financial.call(contractApi.get, { params: { no } })
    expect(data.pending_charges).toEqual([])
  }
})

test('CLI-05 SUS-02 el saldo inicial es del servicio que lo debe, y no del primero que tiene el cliente', async () => {
  const financial = await makeDesk()
  await importRows(financial, row(1, 71_001, 0, 'Activo'), row(2, 71_001, 120_000))
  const { data: contracts } = await financial.call(contractApi.list, { query: { sort: 'no_contract' } })
  const { data: invoices } = await financial.call(invoiceApi.list, { query: {} })
  expect(invoices.map(({ no_contract }) => no_contract)).toEqual([contracts[1]?.no_contract])
  expect(contracts.map(({ status }) => status)).toEqual(['active', 'suspended'])
})

test('CLI-05 INV-02 un servicio que vino suspendido sin su fecha no se factura por los días de antes de la carga', async () => {
  const { financial } = await importCut(0)
  const [contract] = (await financial.call(contractApi.list)).data
  const { data } = await financial.call(contractApi.get, { params: { no: contract?.no_contract ?? '' } })
  const { data: run } = await financial.call(runApi.start, { body: { period: today.slice(0, 7) } })
  await runMassive(t.world, { company_id: financial.companyId, run_id: run.id })
  expect((await financial.call(invoiceApi.list, { query: {} })).data).toEqual([])
  expect(data.suspended_from).toBe(addMonths(day(`${today.slice(0, 7)}-01`), -1))
})
