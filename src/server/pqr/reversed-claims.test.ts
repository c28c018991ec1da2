import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const TOTAL = 35_700

/** A claim of 20,000 on an invoice that its client pays before the decision. */
async function paidLater() {
  const it = await claimedInvoice(t, { amount: 20_000 })
  const payment = await it.pay(TOTAL)
  expect((await it.invoice()).disputes).toMatchObject([{ outcome: 'pago' }])
  return { ...it, reversePayment: () => it.reversePayment(payment) }
}

type Claimed = Awaited<ReturnType<typeof paidLater>>

/** What is owed and what of it is in dispute after the payment is reversed, in pesos. */
async function reversed(it: Claimed) {
  await it.reversePayment()
  const { balance, disputed_amount, payable } = await it.invoice()
  return [balance, disputed_amount, payable].map((amount) => amount / 100)
}

test('PQR-05 INV-11 un reclamo respondido después de pagado no vuelve a estar en reclamo al reversar el pago', async () => {
  const cases = [
    [['contra'], 'en_contra'],
    [['parcial', 8_000], 'parcial'],
    [['favor'], 'a_favor'],
  ] as const
  for (const [[decision, part], outcome] of cases) {
    const it = await paidLater()
    await it.answer(decision, part)
    expect(await reversed(it)).toEqual([TOTAL, 0, TOTAL])
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
