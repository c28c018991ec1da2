import { afterAll, afterEach, expect, test } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { newKey } from '#test/cases/billed.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterAll(() => t.setNow(null))
afterEach(async () => expect(await breachesOf(t)).toEqual([]))

/** The total of the invoice of `claimedInvoice`, in pesos. */
const TOTAL = 35_700

/** An invoice that a case claims, and what a second case of its client does with it. */
async function claimed(of: { amount: number; paid?: number }) {
  const it = await claimedInvoice(t, of)
  const claimMore = async (amount: number | undefined) => {
    const { status, json } = await it.claimAgain({ subject: 'Otro cobro', amount })
    expect(status).toBe(201)
    const params = { id: (json.data as { id: string }).id }
    const read = async () => (await it.by.call(pqrApi.get, { params })).data
    const answer = (decision: string, body: object = {}) =>
      it.by.call(pqrApi.answer, { params, body: { text: 'Revisamos su cuenta', decision, ...body } })
    /** The SIC decides for the user: the desk has a task to give it back. */
    const orderBySic = async () => {
      await answer('contra')
      const body = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
      await it.client.call(pqrApi.appeal, { params, body })
      await answer('contra')
      await it.by.call(pqrApi.escalate, { params, body: {} })
      await it.by.call(pqrApi.sicDecision, { params, body: { outcome: 'revoca', text: 'Resolución 1234' } })
    }
    return { params, read, answer, orderBySic }
  }
  const credit = (amount: number) =>
    it.by.call(invoiceApi.creditNote, {
      params: { id: it.invoiceId },
      body: { concept: 'Reclamo', lines: [{ position: 1, amount }] },
      headers: newKey(),
    })
  /** What is in dispute, what is owed, and how each dispute is: its amount, what of it is not collected, and how it ended. */
  const state = async () => {
    const { disputed_amount, balance, disputes } = await it.invoice()
    return [disputed_amount, balance, disputes.map((one) => [one.amount, one.disputed_amount, one.outcome])]
  }
  return { ...it, claimMore, credit, state }
}

test('PQR-01 PQR-05 sin valor, la segunda PQR reclama solo lo que la primera no reclama, aunque todo se deba otra vez', async () => {
  const it = await claimed({ amount: 30_000, paid: TOTAL })
  await it.reversePayment(it.paidId)
  const second = await it.claimMore(undefined)
  expect((await second.read()).claim).toMatchObject({ amount: 570_000 })
})

test('PQR-12 PQR-05 a un reclamo no se le agrega lo que otra PQR reclama: entre las dos no se pide más que la factura', async () => {
  const it = await claimed({ amount: 5_000, paid: TOTAL - 5_000 })
  await it.claimMore(20_000)
  await it.reversePayment(it.paidId)
  const raise = async (amount: number) => {
    const { status, json } = await it.client.ask(pqrClaimApi.raise, {
      params: it.params,
      body: { amount, text: 'También el cable' },
    })
    return [status, json.errors?.[0]]
  }
  expect(await raise(10_701)).toEqual([
    422,
    { field: 'amount', message: 'De esa factura faltan por reclamar $ 10.700,00' },
  ])
  expect(await raise(10_700)).toEqual([200, undefined])
  expect(await raise(1)).toEqual([
    422,
    { field: 'amount', message: 'Todo lo que se debe de esa factura ya está en reclamo' },
  ])
})

test('PQR-05 INV-11 R2.15 el reclamo que un pago cubrió vuelve a estar protegido cuando otro se decide en contra', async () => {
  const it = await claimed({ amount: 10_000 })
  const second = await it.claimMore(15_000)
  await it.pay(TOTAL - 20_000)
  await it.pay(12_000)
  expect(await it.state()).toEqual([
    800_000,
    800_000,
    [
      [1_000_000, 800_000, null],
      [1_500_000, 0, 'pago'],
    ],
  ])
  const { message } = await it.answer('contra')
  expect(message).not.toContain('se pueden pagar')
  expect(await it.state()).toEqual([
    800_000,
    800_000,
    [
      [1_000_000, 0, 'en_contra'],
      [1_500_000, 800_000, null],
    ],
  ])
  const { data } = await second.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[800_000, 700_000], []])
})

test('INV-11 TRX-04 al reversar un pago vuelve a estar en reclamo primero el que se reclamó primero', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.claimMore(15_000)
  await it.pay(TOTAL - 8_000)
  const last = await it.pay(8_000)
  await it.reversePayment(last)
  expect(await it.state()).toEqual([
    800_000,
    800_000,
    [
      [1_000_000, 800_000, null],
      [1_500_000, 0, 'pago'],
    ],
  ])
})

test('PQR-07 R2.15 el recurso por lo que está todo en otro reclamo queda protegido cuando ese se decide en contra', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('contra')
  const second = await it.claimMore(TOTAL)
  await it.appeal()
  expect((await it.state()).slice(0, 2)).toEqual([TOTAL * 100, TOTAL * 100])
  await second.answer('contra')
  expect((await it.state()).slice(0, 2)).toEqual([1_000_000, TOTAL * 100])
  expect((await it.read()).claim).toMatchObject({ disputed: 1_000_000, is_open: true })
  await it.answer('contra')
  expect((await it.state())[0]).toBe(0)
})

test('PQR-05 INV-11 la nota de una PQR decidida no toma del reclamo abierto de otra', async () => {
  const it = await claimed({ amount: 10_000, paid: TOTAL - 10_000 })
  const second = await it.claimMore(15_000)
  const { data: decided } = await second.answer('favor')
  expect([await it.notes(), decided.tasks]).toEqual([[1_500_000], []])
  expect(await it.state()).toEqual([
    1_000_000,
    1_000_000,
    [
      [1_000_000, 1_000_000, null],
      [1_500_000, 0, 'a_favor'],
    ],
  ])
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[1_500_000, 1_000_000], []])
})

test('INV-10 INV-11 la nota de una orden toma primero lo que se debe sin reclamo, después lo pagado, y solo lo demás de los reclamos', async () => {
  const it = await claimed({ amount: 10_000, paid: TOTAL - 12_000 })
  await it.claimMore(2_000)
  const paid = await it.claimMore(15_000)
  await paid.orderBySic()
  await it.pay(1_000)
  // 11,000 are owed and in dispute, and 24,700 are paid.
  await it.credit(26_000)
  expect(await it.state()).toEqual([
    970_000,
    970_000,
    [
      [1_000_000, 970_000, null],
      [200_000, 0, 'nota_credito'],
      [1_500_000, 0, 'en_contra'],
      [1_500_000, 0, 'pago'],
    ],
  ])
})
