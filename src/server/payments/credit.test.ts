import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import {
  breachesOf,
  charge,
  creditOf,
  makeDesk,
  note,
  pay,
  readInvoice,
  readReceipt,
  reverse,
  statesOf,
} from '#test/credit-desk.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

test('R7.12 la nota crédito de una factura pagada paga las otras facturas abiertas, y lo que sobra queda a favor', async () => {
  const desk = await makeDesk(t)
  const [a, b] = [await charge(desk, 100_000), await charge(desk, 80_000)]
  await pay(desk, 100_000)
  await note(desk, a.id)
  expect(await statesOf(desk, a, b)).toEqual([
    ['anulado', 0],
    ['pagado', 0],
  ])
  expect(await creditOf(desk)).toMatchObject({ credit: 2_000_000, sources: [{ document: 'NC-1', amount: 2_000_000 }] })
  const c = await charge(desk, 50_000)
  expect(await statesOf(desk, c)).toEqual([['pendiente', 30_000]])
  expect((await readInvoice(desk, b.id)).movements).toMatchObject([
    { kind: 'factura' },
    { kind: 'saldo_a_favor', document: 'NC-1', amount: -8_000_000 },
  ])
  expect(await breachesOf(t)).toEqual([])
})

test('R7.12 el excedente de un pago a facturas elegidas paga las demás, salvo que una persona lo deje como anticipo', async () => {
  const desk = await makeDesk(t)
  const [a, b] = [await charge(desk, 100_000), await charge(desk, 80_000)]
  const paid = await pay(desk, 150_000, { invoice_ids: [b.id] })
  expect(await statesOf(desk, a, b)).toEqual([
    ['pendiente', 30_000],
    ['pagado', 0],
  ])
  expect(paid).toMatchObject({
    applied: [{ number: b.number, amount: 8_000_000 }],
    credit: 7_000_000,
    credit_uses: [{ invoice_id: a.id, document: a.number, amount: 7_000_000 }],
  })
  const kept = await makeDesk(t)
  const [first, second] = [await charge(kept, 100_000), await charge(kept, 80_000)]
  await pay(kept, 150_000, { invoice_ids: [second.id], keeps_advance: true })
  expect(await statesOf(kept, first, second)).toEqual([
    ['pendiente', 100_000],
    ['pagado', 0],
  ])
  expect((await kept.client.call(paymentApi.debts)).data).toMatchObject({
    total: 3_000_000,
    credit: 7_000_000,
    invoices: [{ id: first.id, balance: 10_000_000, payable: 3_000_000, covered: 7_000_000 }],
  })
  // The credit of a later note is applied; the advance stays for the next invoice.
  await note(kept, second.id, 10_000)
  expect(await statesOf(kept, first)).toEqual([['pendiente', 90_000]])
  expect(await creditOf(kept)).toMatchObject({ credit: 7_000_000, sources: [{ is_kept: true, amount: 7_000_000 }] })
  expect(await breachesOf(t)).toEqual([])
  expect(await statesOf(kept, await charge(kept, 50_000))).toEqual([['pagado', 0]])
  expect(await breachesOf(t)).toEqual([])
})

test('R7.12 un anticipo solo se deja con facturas elegidas', async () => {
  const desk = await makeDesk(t)
  const payment = { client_id: desk.clientId, amount: 1_000, method: 'efectivo', paid_on: '2026-11-20' }
  const { status, json } = await desk.financial.ask(manualPaymentApi.create, {
    body: { payment: { ...payment, keeps_advance: true } },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect([status, json.errors?.[0]?.field]).toEqual([400, 'payment.keeps_advance'])
})

test('R2.15 R7.12 el saldo a favor no paga lo que está en reclamo, y lo paga cuando el reclamo se cierra', async () => {
  const desk = await makeDesk(t)
  const [a, b] = [await charge(desk, 100_000), await charge(desk, 60_000)]
  await desk.financial.call(invoiceApi.dispute, { params: { id: a.id }, body: { amount: 70_000, reason: 'No vino' } })
  await pay(desk, 60_000, { invoice_ids: [b.id] })
  await note(desk, b.id)
  expect(await statesOf(desk, a)).toEqual([['pendiente', 70_000]])
  expect(await breachesOf(t)).toEqual([])
  await desk.financial.call(invoiceApi.resolveDispute, {
    params: { id: a.id },
    body: { resolution: 'Se confirma el cobro' },
  })
  expect(await statesOf(desk, a)).toEqual([['pendiente', 40_000]])
  expect(await creditOf(desk)).toMatchObject({ credit: 0, sources: [] })
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 al reversar un pago, la factura anulada sigue anulada y se debe la que usó el saldo de su nota', async () => {
  const desk = await makeDesk(t)
  const a = await charge(desk, 100_000)
  const paid = await pay(desk, 100_000)
  await note(desk, a.id)
  const b = await charge(desk, 100_000)
  expect(await statesOf(desk, b)).toEqual([['pagado', 0]])
  const { status, json } = await reverse(desk, paid.id)
  expect([status, json.message]).toEqual([
    201,
    `Reversamos $ 100.000,00 del recibo 1 con el reverso 1. Su saldo a favor pagaba ${b.number}, que se vuelve a deber`,
  ])
  expect(await statesOf(desk, a, b)).toEqual([
    ['anulado', 0],
    ['pendiente', 100_000],
  ])
  expect((await readInvoice(desk, b.id)).movements.at(-1)).toMatchObject({
    kind: 'reverso',
    document: 'Reverso 1 del recibo 1',
    amount: 10_000_000,
  })
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 con una nota de una parte se debe solo lo que queda de la factura, y lo que su saldo pagaba', async () => {
  const desk = await makeDesk(t)
  const a = await charge(desk, 100_000)
  const paid = await pay(desk, 100_000)
  await note(desk, a.id, 40_000)
  const b = await charge(desk, 40_000)
  await reverse(desk, paid.id)
  expect(await statesOf(desk, a, b)).toEqual([
    ['pendiente', 60_000],
    ['pendiente', 40_000],
  ])
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 el anticipo que una factura usó vuelve con el reverso, de la más nueva a la más vieja', async () => {
  const desk = await makeDesk(t)
  const advance = await pay(desk, 50_000)
  const [a, b] = [await charge(desk, 30_000), await charge(desk, 20_000)]
  const other = await pay(desk, 15_000)
  expect(await statesOf(desk, a, b)).toEqual([
    ['pagado', 0],
    ['pagado', 0],
  ])
  await reverse(desk, advance.id)
  expect(await statesOf(desk, a, b)).toEqual([
    ['pendiente', 15_000],
    ['pendiente', 20_000],
  ])
  expect(await readReceipt(desk, other.id)).toMatchObject({
    credit: 1_500_000,
    credit_uses: [{ document: a.number, amount: 1_500_000 }],
  })
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 una nota de la factura que usó el saldo no la revive: se debe la siguiente', async () => {
  const desk = await makeDesk(t)
  const a = await charge(desk, 100_000)
  const paid = await pay(desk, 100_000)
  await note(desk, a.id)
  const b = await charge(desk, 100_000)
  await note(desk, b.id)
  const c = await charge(desk, 100_000)
  await reverse(desk, paid.id)
  expect(await statesOf(desk, a, b, c)).toEqual([
    ['anulado', 0],
    ['anulado', 0],
    ['pendiente', 100_000],
  ])
  expect(await breachesOf(t)).toEqual([])
})

test('R7.12 el recibo de un anticipo dice qué facturas lo usaron, y cada factura de dónde vino su saldo a favor', async () => {
  const desk = await makeDesk(t)
  const [first, second] = [await pay(desk, 50_000), await pay(desk, 30_000)]
  const [a, b] = [await charge(desk, 40_000), await charge(desk, 25_000)]
  const uses = async (id: string) =>
    (await readReceipt(desk, id)).credit_uses.map(({ document, amount }) => [document, amount / 100])
  expect(await uses(first.id)).toEqual([
    [a.number, 40_000],
    [b.number, 10_000],
  ])
  expect(await uses(second.id)).toEqual([[b.number, 15_000]])
  const movement = (await readInvoice(desk, b.id)).movements.find(({ kind }) => kind === 'saldo_a_favor')
  expect(movement).toMatchObject({ document: 'Recibo 1, Recibo 2', amount: -2_500_000 })
})

test('TRX-03 el recibo suma: el ajuste al peso es un renglón aparte en la API, el PDF y el estado de cuenta', async () => {
  const desk = await makeDesk(t)
  const invoice = await charge(desk, 1_000.56)
  const paid = await pay(desk, 1_000)
  expect(paid).toMatchObject({
    amount: 100_000,
    applied: [{ number: invoice.number, amount: 100_000 }],
    rounding: 56,
    credit: 0,
  })
  expect(await statesOf(desk, invoice)).toEqual([['pagado', 0]])
  const pdf = await desk.financial.ask(paymentApi.voucher, { params: { id: paid.id } })
  const { text } = readPdf(pdf.bytes)
  expect(text).toContain('$ 1.000,00')
  expect(text).toContain('$ 0,56')
  expect(text).not.toContain('$ 1.000,56')
  const { data } = await desk.financial.call(clientApi.statement, { params: { id: desk.clientId } })
  expect(Object.fromEntries(data.movements.map(({ kind, payment }) => [kind, payment]))).toEqual({
    ajuste: 56,
    factura: 0,
    pago: 100_000,
  })
})

test('R7.12 una devolución no lleva fecha de antes de que el cliente tuviera ese saldo a favor', async () => {
  const desk = await makeDesk(t)
  const a = await charge(desk, 100_000)
  await pay(desk, 100_000)
  t.setNow(new Date('2026-11-25T15:00:00Z'))
  await note(desk, a.id)
  const refund = (paid_on: string) =>
    desk.financial.ask(creditApi.refund, {
      params: { client_id: desk.clientId },
      body: { refund: { amount: 1_000, method: 'efectivo', paid_on, reason: 'Lo pidió' } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const early = await refund('2026-11-24')
  expect([early.status, early.json.errors]).toEqual([
    422,
    [
      {
        field: 'refund.paid_on',
        message:
          'El 24 de noviembre de 2026 el cliente todavía no tenía a favor lo que devuelves: escribe una fecha posterior',
      },
    ],
  ])
  expect((await refund('2026-11-25')).status).toBe(201)
})
