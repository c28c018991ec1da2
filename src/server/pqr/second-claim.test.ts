import { afterAll, afterEach, expect, test } from 'vitest'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterAll(() => t.setNow(null))
afterEach(async () => expect(await breachesOf(t)).toEqual([]))

/** The total of the invoice of `claimedInvoice`, in pesos. */
const TOTAL = 35_700

/** A client that claims 10,000 of an invoice in one case, and 15,000 of it in a second one. */
async function twice() {
  const it = await claimedInvoice(t, { amount: 10_000 })
  const { json } = await it.claimAgain({ subject: 'La visita tampoco es mía', amount: 15_000 })
  const second = { params: { id: (json.data as { id: string }).id } }
  const read = async (params = second.params) => (await it.by.call(pqrApi.get, { params })).data
  const answer = (decision: string, pesos?: number, params = second.params) =>
    it.by.call(pqrApi.answer, {
      params,
      body: { text: 'Revisamos su cuenta', decision, ...(pesos === undefined ? {} : { amount: pesos }) },
    })
  /** What is in dispute, what is owed, the notes, and each open dispute with what of it is not collected. */
  const state = async () => {
    const { disputed_amount, balance } = await it.invoice()
    const { data } = await it.by.call(disputeApi.list, { query: { status: 'open' } })
    return [disputed_amount, balance, await it.notes(), data.map((one) => [one.amount, one.disputed_amount])]
  }
  return { ...it, second, readSecond: read, answerSecond: answer, state }
}

test('PQR-01 INV-11 R2.15 otro cobro de una factura en reclamo se reclama en otra PQR, por lo que todavía no se reclama', async () => {
  const it = await twice()
  expect(await it.state()).toEqual([
    2_500_000,
    3_570_000,
    [],
    [
      [1_000_000, 1_000_000],
      [1_500_000, 1_500_000],
    ],
  ])
  expect((await it.read()).claim).toMatchObject({ amount: 1_000_000, disputed: 1_000_000, free: 1_070_000 })
  expect((await it.readSecond()).claim).toMatchObject({ amount: 1_500_000, disputed: 1_500_000, left: 1_500_000 })
  const over = await it.claimAgain({ subject: 'Y lo demás', amount: 10_701 })
  expect([over.status, over.json.errors?.[0]]).toEqual([
    422,
    { field: 'pqr.amount', message: 'Lo demás de esa factura ya está en reclamo: faltan por reclamar $ 10.700,00' },
  ])
  // Without an amount it is all that is left.
  expect((await it.claimAgain({ subject: 'Y lo demás', amount: undefined })).status).toBe(201)
  const none = await it.claimAgain({ subject: 'Y un poco más', amount: 1 })
  expect([none.status, none.json.errors?.[0]?.field]).toEqual([409, 'pqr.invoice_id'])
  expect(none.json.errors?.[0]?.message).toContain(
    `Toda esa factura ya está en reclamo en las PQR ${it.filed.reference}, `,
  )
  expect((await it.state())[0]).toBe(TOTAL * 100)
})

test('PQR-05 INV-11 cada respuesta decide solo lo de su PQR, y el otro reclamo sigue sin cobrarse', async () => {
  const it = await twice()
  await it.answer('favor')
  expect(await it.state()).toEqual([1_500_000, 2_570_000, [1_000_000], [[1_500_000, 1_500_000]]])
  expect((await it.readSecond()).claim).toMatchObject({ disputed: 1_500_000, left: 1_500_000, notes: [] })
  const { data } = await it.answerSecond('favor')
  expect(data.tasks).toEqual([])
  expect(await it.state()).toEqual([0, 1_070_000, [1_000_000, 1_500_000], []])

  const other = await twice()
  await other.answerSecond('contra')
  expect(await other.state()).toEqual([1_000_000, 3_570_000, [], [[1_000_000, 1_000_000]]])
  expect(await other.invoice()).toMatchObject({ payable: 2_570_000, extended_amount: 1_500_000 })
  await other.answer('parcial', 4_000)
  expect(await other.state()).toEqual([0, 3_170_000, [400_000], []])
  expect(await other.invoice()).toMatchObject({ payable: 3_170_000, extended_amount: 2_100_000 })
})

test('PQR-10 R2.15 se desiste de una PQR y la otra de la misma factura sigue en reclamo', async () => {
  const it = await twice()
  await it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  expect(await it.state()).toEqual([1_500_000, 3_570_000, [], [[1_500_000, 1_500_000]]])
  expect((await it.readSecond()).claim).toMatchObject({ disputed: 1_500_000, is_open: true })
})

test('PQR-07 INV-11 con otro reclamo abierto, un recurso pone en reclamo lo que su respuesta no devolvió', async () => {
  const it = await twice()
  await it.answer('contra')
  await it.appeal()
  expect(await it.state()).toEqual([
    2_500_000,
    3_570_000,
    [],
    [
      [1_500_000, 1_500_000],
      [1_000_000, 1_000_000],
    ],
  ])
  await it.answer('favor')
  expect(await it.state()).toEqual([1_500_000, 2_570_000, [1_000_000], [[1_500_000, 1_500_000]]])
})

test('INV-11 lo que se paga de más de lo cobrado se toma del último reclamo, y al reversar ese pago vuelve a estar en reclamo', async () => {
  const it = await twice()
  const part = await it.pay(TOTAL - 20_000)
  expect(await it.state()).toEqual([
    2_000_000,
    2_000_000,
    [],
    [
      [1_000_000, 1_000_000],
      [1_500_000, 1_000_000],
    ],
  ])
  const more = await it.pay(12_000)
  expect(await it.state()).toEqual([800_000, 800_000, [], [[1_000_000, 800_000]]])
  expect((await it.readSecond()).claim).toMatchObject({ disputed: 0, is_open: false })
  await it.reversePayment(more)
  expect(await it.state()).toEqual([
    2_000_000,
    2_000_000,
    [],
    [
      [1_000_000, 1_000_000],
      [1_500_000, 1_000_000],
    ],
  ])
  await it.reversePayment(part)
  expect(await it.state()).toEqual([
    2_500_000,
    3_570_000,
    [],
    [
      [1_000_000, 1_000_000],
      [1_500_000, 1_500_000],
    ],
  ])
})

test('PQR-05 INV-11 en contra de un reclamo, lo que se había pagado cubre primero lo que nadie reclama', async () => {
  const it = await twice()
  await it.pay(TOTAL - 20_000)
  await it.answer('contra')
  // Five thousand of what was paid are of the first claim now, and all of the second one is in dispute.
  expect(await it.state()).toEqual([1_500_000, 2_000_000, [], [[1_500_000, 1_500_000]]])
  expect(await it.invoice()).toMatchObject({ payable: 500_000, extended_amount: 500_000 })
  const { data } = await it.answerSecond('favor')
  expect([data.tasks, await it.notes()]).toEqual([[], [1_500_000]])
})

test('PQR-05 INV-10 INV-11 una nota crédito por los dos reclamos los cierra, y ninguna respuesta devuelve otra vez', async () => {
  const it = await twice()
  const note = await it.by.call(invoiceApi.creditNote, {
    params: { id: it.invoiceId },
    body: { concept: 'Cobro de más', lines: [{ position: 1, amount: 25_000 }] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(note.message).toMatch(/, y los reclamos quedan cerrados$/)
  expect(await it.state()).toEqual([0, 1_070_000, [2_500_000], []])
  for (const { data } of [await it.answer('favor'), await it.answerSecond('favor')])
    expect([data.tasks, data.claim?.left, data.claim?.notes]).toEqual([[], 0, [note.data.number]])
  expect(await it.notes()).toEqual([2_500_000])
})

test('INV-10 INV-11 una nota menor que los dos reclamos toma lo que nadie reclama, y después del último', async () => {
  const it = await twice()
  const credit = (amount: number) =>
    it.by.call(invoiceApi.creditNote, {
      params: { id: it.invoiceId },
      body: { concept: 'Cobro de más', lines: [{ position: 1, amount }] },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  await credit(12_000)
  expect(await it.state()).toEqual([
    2_370_000,
    2_370_000,
    [1_200_000],
    [
      [1_000_000, 1_000_000],
      [1_500_000, 1_370_000],
    ],
  ])
  await credit(15_700)
  expect((await it.state()).slice(0, 2)).toEqual([800_000, 800_000])
  const { data: last } = await it.answerSecond('favor')
  expect([last.tasks, last.claim?.left]).toEqual([[], 0])
  const { data: first } = await it.answer('favor')
  expect([first.tasks, await it.notes()]).toEqual([[], [1_200_000, 1_570_000, 800_000]])
})

test('INV-11 con varios reclamos abiertos el escritorio dice cuál decide, y el de una PQR en trámite lo decide su respuesta', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  await it.answer('contra')
  const params = { id: it.invoiceId }
  await it.by.call(invoiceApi.dispute, { params, body: { amount: 7_000, reason: 'La visita' } })
  await it.claimAgain({ subject: 'Otro cobro', amount: 5_000 })
  const [desk, ofCase] = (await it.by.call(disputeApi.list, { query: { status: 'open' } })).data
  const decide = (body: object) =>
    it.by.ask(invoiceApi.resolveDispute, { params, body: { outcome: 'a_favor', resolution: 'Se revisó', ...body } })
  const unnamed = await decide({})
  expect([unnamed.status, unnamed.json.errors?.[0]]).toEqual([
    400,
    { field: 'dispute_id', message: 'Esta factura tiene 2 reclamos abiertos: elige cuál decides' },
  ])
  const other = await decide({ dispute_id: ofCase?.id })
  expect([other.status, other.json.message]).toEqual([409, expect.stringContaining('Este reclamo se decide en la PQR')])
  expect((await decide({ dispute_id: desk?.id })).status).toBe(200)
  expect(await it.notes()).toEqual([700_000])
  expect(await it.disputed()).toEqual([500_000])
  expect((await decide({ dispute_id: desk?.id })).status).toBe(404)
})

test('PQR-01 PQR-05 lo que una PQR sin respuesta reclama de una factura pagada no se reclama en otra, para no devolverlo dos veces', async () => {
  const it = await claimedInvoice(t, { amount: TOTAL, paid: TOTAL })
  const again = await it.claimAgain({ subject: 'Otra vez', amount: undefined })
  expect([again.status, again.json.errors?.[0]?.field]).toEqual([409, 'pqr.invoice_id'])
  const part = await claimedInvoice(t, { amount: 20_000, paid: TOTAL - 5_000 })
  expect([await part.disputed(), (await part.invoice()).disputed_amount]).toEqual([[2_000_000], 500_000])
  const over = await part.claimAgain({ subject: 'Lo demás', amount: 15_701 })
  expect([over.status, over.json.errors?.[0]?.field]).toEqual([422, 'pqr.amount'])
  // All that is owed is in the first one: the second one is of what was paid.
  expect((await part.claimAgain({ subject: 'Lo demás', amount: 15_700 })).status).toBe(201)
  expect([await part.disputed(), (await part.invoice()).disputed_amount]).toEqual([[2_000_000], 500_000])
})

test('PQR-07 R2.15 un recurso por lo que otra PQR también reclama queda protegido cuando esa se decide en contra', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  await it.answer('contra')
  const { json } = await it.claimAgain({ subject: 'Toda la visita', amount: TOTAL - 4_000 })
  await it.appeal()
  expect(await it.invoice()).toMatchObject({ disputed_amount: TOTAL * 100, payable: 0 })
  const params = { id: (json.data as { id: string }).id }
  const body = { text: 'Revisamos su cuenta', decision: 'contra' }
  const { message } = await it.by.call(pqrApi.answer, { params, body })
  expect(message).toContain('$ 25.700,00 se pueden pagar hasta el')
  expect(await it.invoice()).toMatchObject({ disputed_amount: 1_000_000, payable: TOTAL * 100 - 1_000_000 })
})

test('PQR-05 INV-11 la carta de la respuesta dice cuánto devuelve de la factura, y cuánto de eso ya se había pagado', async () => {
  const paperOf = async (paid: number, decision: string, amount?: number) => {
    const it = await claimedInvoice(t, { amount: 10_000, paid })
    await it.answer(decision, amount)
    const { bytes } = await it.by.ask(pqrApi.answerPdf, { params: it.params })
    return [readPdf(bytes).text.replaceAll(/\s+/g, ' '), `factura ${(await it.invoice()).number}`] as const
  }
  const [ofDebt, invoice] = await paperOf(0, 'parcial', 4_000)
  expect(ofDebt).toContain(
    `Revisamos su cuenta Por esta decisión le devolvemos $ 4.000,00 de la ${invoice} con una nota crédito. Si`,
  )
  const [ofPaid, paid] = await paperOf(TOTAL, 'favor')
  expect(ofPaid).toContain(
    `Por esta decisión le devolvemos $ 10.000,00 de la ${paid} con una nota crédito. De ese valor, $ 10.000,00 ya se habían pagado y quedan como saldo a su favor.`,
  )
  expect((await paperOf(0, 'contra'))[0]).not.toContain('devolvemos')
})
