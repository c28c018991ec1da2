import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { on } from '#test/billing-desk.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract signed on 15 March 2027: it is due on 8 April (R2.14). */
async function makeSigned() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  on(t, '2027-03-15')
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const { data } = await financial.call(contractApi.create, { body })
  const params = { no: data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  return { company, financial, clientId: client.id, params }
}

const todoOf = async (person: Person) =>
  Object.fromEntries((await person.call(dashboardApi.get, {})).data.next.map(({ key, count }) => [key, count]))
const noticesOf = async (person: Person) =>
  (await person.call(notificationApi.list, { query: {} })).data.map(({ text }) => text)
const listed = async (person: Person, waiting: string) =>
  (await person.call(contractApi.list, { query: { waiting } })).data.map(({ no_contract }) => no_contract)

test('CON-08 una instalación por vencer y una vencida avisan una vez, salen en el panel y en la lista', async () => {
  const { financial, company, params } = await makeSigned()
  on(t, '2027-04-02')
  await applyDueChanges(t.world)
  expect(await todoOf(financial)).toMatchObject({ to_install: 1 })
  expect(await todoOf(financial)).not.toHaveProperty('near_installations')
  for (const day of ['2027-04-05', '2027-04-08']) {
    on(t, day)
    await applyDueChanges(t.world)
    expect(await todoOf(financial)).toMatchObject({ near_installations: 1 })
    expect(await listed(financial, 'near_installation')).toEqual([params.no])
    expect(await listed(financial, 'late_installation')).toEqual([])
  }
  on(t, '2027-04-09')
  await applyDueChanges(t.world)
  await applyDueChanges(t.world)
  expect(await todoOf(financial)).toMatchObject({ late_installations: 1 })
  expect(await todoOf(financial)).not.toHaveProperty('near_installations')
  expect(await listed(financial, 'late_installation')).toEqual([params.no])
  expect((await noticesOf(financial)).filter((text) => text.includes('instalar'))).toEqual([
    expect.stringContaining(`El contrato ${params.no} se debía instalar el 8 de abril de 2027`),
    `El contrato ${params.no} se debe instalar a más tardar el 8 de abril de 2027`,
  ])
  expect((await t.events(company.id)).filter((name) => name.startsWith('contract.installation'))).toEqual([
    'contract.installation_near',
    'contract.installation_late',
  ])
})

test('CON-08 anular un contrato sin instalar a tiempo devuelve lo que pagó, y la tarea sigue hasta el reembolso', async () => {
  const { financial, clientId, params } = await makeSigned()
  const headers = () => ({ 'idempotency-key': randomUUID() })
  const lines = [{ kind: 'additional_cable', description: 'Cable', quantity: 1, price: 50_000 }]
  await financial.call(invoiceApi.create, { body: { invoice: { no_contract: params.no, lines } }, headers: headers() })
  const payment = { client_id: clientId, amount: 30_000, method: 'efectivo', paid_on: '2027-03-15' }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })
  on(t, '2027-04-09')
  await applyDueChanges(t.world)
  const { message } = await financial.call(contractApi.cancel, { params, body: { reason: 'No fueron a instalar' } })
  expect(message).toBe(
    'Contrato anulado exitosamente. Anulamos $ 50.000,00 con notas crédito. Hay que devolverle al cliente $ 30.000,00 a más tardar el 24 de abril de 2027: ese saldo a favor no paga otras facturas.',
  )
  const { data: credit } = await financial.call(creditApi.get, { params: { client_id: clientId } })
  expect(credit.credit).toBe(3_000_000)
  expect(await todoOf(financial)).toMatchObject({ refunds: 1 })
  const refund = { amount: 30_000, method: 'efectivo', paid_on: '2027-04-09', reason: 'Contrato sin instalar' }
  await financial.call(creditApi.refund, { params: { client_id: clientId }, body: { refund }, headers: headers() })
  expect(await todoOf(financial)).not.toHaveProperty('refunds')
})

test('CON-07 R2.12 una cesión sin responder avisa cuando se acerca su plazo y cuando pasa, y sale en el panel', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const [from, to] = [await makeClient(t.owner, company.id), await makeClient(t.owner, company.id)]
  const { no_contract: no } = await makeContract(t.owner, company.id, from.id, { activeFrom: '2026-01-01' })
  on(t, '2026-12-01')
  await financial.call(cessionApi.cession, { params: { no }, body: { client_id: to.id } })
  expect(await todoOf(financial)).toMatchObject({ cessions: 1 })
  expect(await listed(financial, 'cession')).toEqual([no])
  for (const day of ['2026-12-17', '2026-12-18', '2026-12-24', '2026-12-28']) {
    on(t, day)
    await applyDueChanges(t.world)
  }
  expect((await t.events(company.id)).filter((name) => name.startsWith('contract.cession_'))).toEqual([
    'contract.cession_requested',
    'contract.cession_near',
    'contract.cession_late',
  ])
  await financial.call(cessionApi.refuseCession, { params: { no }, body: { reason: 'Falta la carta' } })
  expect(await todoOf(financial)).not.toHaveProperty('cessions')
})

test('CON-03 R2.19 DSH-02 la vigencia de quien no aceptó la renovación sale en el panel y en la lista días antes de terminar', async () => {
  const { financial, company, clientId } = await makeSigned()
  const made = async (accepts: boolean) => {
    const contract = await makeContract(t.owner, company.id, clientId, { activeFrom: '2027-05-01' })
    await t.owner.query('update contracts set accepts_renewal = $2 where id = $1', [contract.id, accepts])
    return contract.no_contract
  }
  const [no] = [await made(false), await made(true)]
  for (const [day, count] of [
    ['2027-05-25', undefined],
    ['2027-05-26', 1],
    ['2027-05-31', 1],
    ['2027-06-01', undefined],
  ] as const) {
    on(t, day)
    expect((await todoOf(financial))['renewals']).toBe(count)
    expect(await listed(financial, 'renewal')).toEqual(count === undefined ? [] : [no])
  }
  // An end that was registered is what the desk agreed on.
  on(t, '2027-05-26')
  const body = { requested_on: '2027-05-26', reason: 'No sigue' }
  await financial.call(contractApi.terminate, { params: { no }, body })
  expect(await todoOf(financial)).not.toHaveProperty('renewals')
})
