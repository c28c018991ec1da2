import { afterEach, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { newCase } from '#test/cases/filed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const TOTAL = 35_700
afterEach(async () => expect(await breachesOf(t)).toEqual([]))

/** A claim of 20,000 on an invoice that its client pays before the decision. */
async function paidLater() {
  const it = await claimedInvoice(t, { amount: 20_000 })
  const payment = await it.pay(TOTAL)
  expect((await it.invoice()).disputes).toMatchObject([{ outcome: 'pago' }])
  return { ...it, reversePayment: () => it.reversePayment(payment) }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

type Claimed = Awaited<ReturnType<typeof paidLater>>

/** What is owed and what of it is in dispute after the payment is reversed, in pesos. */
async function reversed(it: Claimed) {
  await it.reversePayment()
  const { balance, disputed_amount, payable } = await it.invoice()
  return [balance, disputed_amount, payable].map((amount) => amount / 100)
}

test('PQR-05 INV-11 un reclamo respondido después de pagado no vuelve a estar en reclamo al reversar el pago, y lo que se dio no se cobra', async () => {
  const cases = [
    [['contra'], 'en_contra', 0],
    [['parcial', 8_000], 'parcial', 8_000],
    [['favor'], 'a_favor', 20_000],
  ] as const
  for (const [[decision, part], outcome, given] of cases) {
    const it = await paidLater()
    await it.answer(decision, part)
    expect(await reversed(it)).toEqual([TOTAL - given, 0, TOTAL - given])
    const { disputes } = await it.invoice()
    expect(disputes).toMatchObject([{ outcome, resolution: `Respuesta a la PQR ${it.filed.reference}` }])
    expect(disputes).toHaveLength(1)
  }
})

test('PQR-10 INV-11 un reclamo desistido después de pagado no vuelve a estar en reclamo al reversar el pago', async () => {
  const it = await paidLater()
  await it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  expect(await reversed(it)).toEqual([TOTAL, 0, TOTAL])
  expect((await it.invoice()).disputes).toMatchObject([{ outcome: 'en_contra' }])
})

test('PQR-05 INV-11 sin respuesta, reversar el pago lo pone otra vez en reclamo', async () => {
  expect(await reversed(await paidLater())).toEqual([TOTAL, 20_000, TOTAL - 20_000])
})

test('PQR-07 R2.15 con un recurso en trámite, reversar el pago pone en reclamo lo que no se había devuelto', async () => {
  const it = await paidLater()
  await it.answer('contra')
  await it.appeal()
  expect(await it.disputed()).toEqual([])
  expect(await reversed(it)).toEqual([TOTAL, 20_000, TOTAL - 20_000])
  await it.answer('favor')
  expect([await it.notes(), await it.openTasks()]).toEqual([[2_000_000], []])
})

test('PQR-07 R2.15 lo que va a la SIC vuelve a estar en reclamo al reversar el pago, y ya no después de que ella confirma', async () => {
  const sent = async () => {
    const it = await paidLater()
    await it.answer('contra')
    await it.appeal('reposicion_subsidio_apelacion')
    await it.answer('contra')
    await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
    return it
  }
  expect(await reversed(await sent())).toEqual([TOTAL, 20_000, TOTAL - 20_000])
  const decided = await sent()
  const body = { outcome: 'confirma', text: 'Resolución 1234' }
  await decided.by.call(pqrApi.sicDecision, { params: decided.params, body })
  expect(await reversed(decided)).toEqual([TOTAL, 0, TOTAL])
})

/** A claim of 30,000 on an invoice of which its client had paid a part, or all, before it. */
async function paidBefore(paid: number) {
  const it = await claimedInvoice(t, { amount: 30_000, paid })
  return { ...it, reversePayment: () => it.reversePayment(it.paidId) }
}

test('R2.3 R2.15 PQR-05 lo reclamado de una factura que ya se había pagado, en parte o toda, no se cobra al reversar ese pago', async () => {
  for (const paid of [20_000, TOTAL]) {
    const it = await paidBefore(paid)
    expect((await it.invoice()).disputed_amount).toBe((TOTAL - paid) * 100)
    expect(await reversed(it)).toEqual([TOTAL, 30_000, TOTAL - 30_000])
    await it.answer('favor')
    expect([await it.notes(), await it.openTasks()]).toEqual([[3_000_000], []])
  }
})

test('R2.15 PQR-05 PQR-10 de una factura pagada se debe otra vez, si se reversa el pago, lo que la respuesta no dio o de lo que se desistió', async () => {
  for (const [decision, notes] of [
    ['contra', []],
    ['favor', [30_000]],
  ] as const) {
    const it = await paidBefore(TOTAL)
    await it.answer(decision)
    expect(await it.notes()).toEqual(notes.map((pesos) => pesos * 100))
    const owed = TOTAL - sumOf(notes)
    expect(await reversed(it)).toEqual([owed, 0, owed])
  }
  const it = await paidBefore(TOTAL)
  await it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  expect(await reversed(it)).toEqual([TOTAL, 0, TOTAL])
})

test('R2.15 PQR-07 el recurso de un reclamo que se había pagado en parte protege todo lo reclamado al reversar el pago', async () => {
  const it = await paidBefore(20_000)
  await it.answer('contra')
  await it.appeal()
  expect((await it.invoice()).disputed_amount).toBe((TOTAL - 20_000) * 100)
  expect(await reversed(it)).toEqual([TOTAL, 30_000, TOTAL - 30_000])
})

test('R2.15 PQR-11 lo que la mesa vincula de una factura pagada queda en reclamo al reversar el pago', async () => {
  const it = await paidBefore(TOTAL)
  await it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  const pqr = { ...newCase('Cobro de más'), client_id: it.clientId, channel: 'telefono' }
  const { data: filed } = await it.by.call(pqrApi.create, { body: { pqr } })
  await it.by.call(pqrApi.linkInvoice, {
    params: { id: filed.id },
    body: { invoice_id: it.invoiceId, amount: 12_000 },
  })
  expect(await reversed(it)).toEqual([TOTAL, 12_000, TOTAL - 12_000])
})
