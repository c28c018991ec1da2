import { afterAll, beforeEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { apply, breachesOf, charge, creditOf, makeDesk, pay, refund, reverse, statesOf } from '#test/credit-desk.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

test('R7.12 cruzar a mano: un anticipo paga las facturas elegidas, en su orden, hasta donde alcance', async () => {
  const desk = await makeDesk(t)
  const [a, b, c] = [await charge(desk, 30_000), await charge(desk, 40_000), await charge(desk, 10_000)]
  await pay(desk, 60_000, { invoice_ids: [c.id], keeps_advance: true })
  const { status, json } = await apply(desk, { invoice_ids: [b.id] })
  expect([status, json.data]).toEqual([
    201,
    { applied: [{ invoice_id: b.id, number: b.number, amount: 40_000 }], credit: 10_000 },
  ])
  expect((await apply(desk, { invoice_ids: [b.id] })).status).toBe(409)
  const other = await makeDesk(t)
  const foreign = await charge(other, 1_000)
  const refused = await apply(desk, { invoice_ids: [foreign.id] })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([404, 'invoice_ids'])
  expect((await apply(desk)).status).toBe(201)
  expect(await statesOf(desk, a, b)).toEqual([
    ['pendiente', 20_000],
    ['pagado', 0],
  ])
  const none = await apply(desk)
  expect([none.status, none.json.message]).toEqual([409, 'El cliente no tiene saldo a favor'])
  expect(await breachesOf(t)).toEqual([])
})

test('R7.12 devolver saldo a favor: con número propio y sin huecos, comprobante, estado de cuenta, transacciones y recaudo', async () => {
  const desk = await makeDesk(t)
  await pay(desk, 80_000)
  const over = await refund(desk, 80_000.01)
  expect([over.status, over.json.errors?.[0]?.field]).toEqual([422, 'refund.amount'])
  const future = await refund(desk, 1_000, { paid_on: '2026-11-21' })
  expect([future.status, future.json.errors?.[0]?.field]).toEqual([400, 'refund.paid_on'])
  for (const paid_on of ['1900-01-01', '2025-11-19']) {
    const past = await refund(desk, 1_000, { paid_on })
    expect([paid_on, past.status, past.json.errors?.[0]?.field]).toEqual([paid_on, 400, 'refund.paid_on'])
  }
  const answers = await Promise.all([refund(desk, 50_000), refund(desk, 50_000)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422])
  const second = await refund(desk, 10_000, { reference: 'TR-9' })
  expect(second.json).toMatchObject({ data: { number: 2, amount: 10_000, reason: 'Se retiró' } })
  expect(await creditOf(desk)).toMatchObject({ credit: 2_000_000, refunds: [{ number: 2 }, { number: 1 }] })
  const id = (await creditOf(desk)).refunds[0]?.id ?? ''
  for (const person of [desk.financial, desk.client]) {
    const { text } = readPdf((await person.ask(paymentApi.voucher, { params: { id } })).bytes)
    expect(text).toContain('Comprobante de devolución')
    expect(text).toContain('$ 10.000,00')
  }
  const { data: statement } = await desk.financial.call(clientApi.statement, { params: { id: desk.clientId } })
  expect(statement.movements.slice(-1)).toMatchObject([
    { kind: 'devolucion', document: 'Devolución 2', charge: 1_000_000 },
  ])
  expect(statement.closing_balance).toBe(-2_000_000)
  for (const person of [desk.financial, desk.client]) {
    const { data: rows } = await person.call(paymentApi.transactions, {})
    expect(rows.map(({ status, amount }) => [status, amount / 100])).toEqual([
      ['refunded', -10_000],
      ['refunded', -50_000],
      ['received', 80_000],
    ])
    // The days of a payment that is registered later than it was made: those of the receipt, as in the reports.
    const made = { from: '2026-11-20', to: '2026-11-20' }
    expect((await person.call(paymentApi.transactions, { query: made })).data).toEqual(rows)
    const after = { from: '2026-11-21' }
    expect((await person.call(paymentApi.transactions, { query: after })).data).toEqual([])
  }
  const list = await desk.financial.call(manualPaymentApi.list, { query: { from: '2026-11-01', to: '2026-11-30' } })
  const collected = list.totals.reduce((total, { amount }) => total + amount, 0) - list.refunds.amount
  const { data: board } = await desk.financial.call(dashboardApi.get, {})
  expect(JSON.stringify(board)).toContain('"value":2000000')
  expect(collected).toBe(2_000_000)
  const receipt = (await desk.financial.call(manualPaymentApi.list, {})).data[0]
  expect(receipt?.credit_uses.map(({ invoice_id, document }) => [invoice_id, document])).toEqual([
    [null, 'Devolución 1'],
    [null, 'Devolución 2'],
  ])
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 no se reversa un pago cuyo saldo a favor ya se devolvió: se dice qué hacer, y haciéndolo se reversa', async () => {
  const desk = await makeDesk(t)
  const paid = await pay(desk, 50_000)
  await refund(desk, 30_000)
  const refused = await reverse(desk, paid.id)
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'De este pago ya se devolvieron $ 30.000,00 al cliente. Cuando los entregue, regístralos como pago y vuelve a reversar.',
  ])
  await pay(desk, 30_000)
  expect((await reverse(desk, paid.id)).status).toBe(201)
  expect(await creditOf(desk)).toMatchObject({ credit: 0 })
  expect(await breachesOf(t)).toEqual([])
})

test('R7.12 devolver pide la contraseña reciente', async () => {
  const desk = await makeDesk(t)
  await pay(desk, 5_000)
  await t.owner.query('update sessions set fresh_until = now() - interval $$2 days$$ where user_id = $1', [
    desk.financial.id,
  ])
  const refused = await refund(desk, 5_000)
  expect([refused.status, refused.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
})
