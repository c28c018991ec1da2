import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { on } from '#test/billing-desk.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeContract } from '#test/factory.ts'
import { makeSigned } from '#test/retracting.ts'
import { type Person, testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const headers = () => ({ 'idempotency-key': randomUUID() })

/** An invoice of a price in pesos. */
async function charge(financial: Person, no_contract: string, price = 50_000) {
  const lines = [{ kind: 'additional_cable', description: 'Cable', quantity: 1, price }]
  const body = { invoice: { no_contract, lines } }
  return (await financial.call(invoiceApi.create, { body, headers: headers() })).data
}

/** A payment of an invoice in cash. */
async function pay(financial: Person, invoice: { id: string; client_id: string }, amount: number, more: object = {}) {
  const payment = {
    client_id: invoice.client_id,
    amount,
    method: 'efectivo',
    paid_on: '2026-11-06',
    invoice_ids: [invoice.id],
    ...more,
  }
  return (await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })).data
}

test('CON-09 R2.26 lo que pagó no paga la deuda de otro contrato: se aparta, se lista, avisa antes y después, y la devolución lo cierra', async () => {
  const { company, financial, clientId, params, asked } = await makeSigned(t)
  const other = await makeContract(t.owner, company.id, clientId, { activeFrom: '2026-01-01' })
  const paidInvoice = await charge(financial, params.no)
  const payment = { client_id: clientId, amount: 50_000, method: 'efectivo', paid_on: '2026-11-06' }
  const body = { payment: { ...payment, invoice_ids: [paidInvoice.id] } }
  await financial.call(manualPaymentApi.create, { body, headers: headers() })
  const debt = await charge(financial, other.no_contract, 20_000)
  expect((await financial.call(contractRefundApi.list, {})).data).toEqual([])
  const { message } = await financial.call(retractionApi.retract, asked('2026-11-06'))
  expect(message).toContain(
    'Hay que devolverle al cliente $ 50.000,00 a más tardar el 21 de noviembre de 2026: ese saldo a favor no paga otras facturas.',
  )
  const later = await charge(financial, other.no_contract, 10_000)
  const balances = async () => {
    const { rows } = await t.owner.query<{ balance: number }>(
      'select balance::int from invoices where id = any ($1) order by id',
      [[debt.id, later.id]],
    )
    return rows.map(({ balance }) => balance)
  }
  expect(await balances()).toEqual([2_000_000, 1_000_000])
  const crossed = await financial.ask(creditApi.apply, {
    params: { client_id: clientId },
    body: {},
    headers: headers(),
  })
  expect([crossed.status, crossed.json.message]).toEqual([
    409,
    `El saldo a favor es por devolver del contrato ${params.no}, que quedó sin efecto: no se cruza con facturas`,
  ])
  const { data: credit } = await financial.call(creditApi.get, { params: { client_id: clientId } })
  expect(credit).toMatchObject({
    credit: 5_000_000,
    owed: [{ no_contract: params.no, amount: 5_000_000, due_on: '2026-11-21' }],
  })
  const { data: account } = await financial.call(manualPaymentApi.account, { params: { client_id: clientId } })
  expect([account.credit, account.owed]).toEqual([5_000_000, 5_000_000])
  const list = async (state?: 'pending' | 'overdue' | 'closed') =>
    (await financial.call(contractRefundApi.list, { query: state === undefined ? {} : { state } })).data.map((one) => [
      one.no_contract,
      one.reason,
      one.amount,
      one.returned,
      one.due_on,
      one.closed_on,
    ])
  const open = [params.no, 'retraction', 5_000_000, 0, '2026-11-21', null]
  expect(await list('pending')).toEqual([open])
  expect(await list('overdue')).toEqual([])
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-21', '2026-11-22', '2026-11-23']) {
    on(t, day)
    await applyDueChanges(t.world)
  }
  expect((await t.events(company.id)).filter((name) => name.startsWith('contract.refund'))).toEqual([
    'contract.refund_near',
    'contract.refund_late',
  ])
  const notices = (await financial.call(notificationApi.list, { query: {} })).data.map(({ text }) => text)
  expect(notices).toContain(
    `Devuelve lo que el cliente pagó del contrato ${params.no} a más tardar el 21 de noviembre de 2026`,
  )
  expect(notices).toContain(
    `Lo que el cliente pagó del contrato ${params.no} se debía devolver el 21 de noviembre de 2026`,
  )
  expect(await list('overdue')).toEqual([open])
  const refund = async (amount: number) =>
    financial.call(creditApi.refund, {
      params: { client_id: clientId },
      body: { refund: { amount, method: 'efectivo', paid_on: '2026-11-23', reason: 'Retracto' } },
      headers: headers(),
    })
  await refund(20_000)
  expect(await list()).toEqual([[params.no, 'retraction', 5_000_000, 2_000_000, '2026-11-21', null]])
  await refund(30_000)
  const closed = [params.no, 'retraction', 5_000_000, 5_000_000, '2026-11-21', '2026-11-23']
  expect([await list('pending'), await list('closed')]).toEqual([[], [closed]])
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after.retraction.made?.refund).toEqual({ amount: 5_000_000, returned: 5_000_000, closed_on: '2026-11-23' })
  expect((await financial.call(dashboardApi.get, {})).data.next.map(({ key }) => key)).not.toContain('refunds')
  expect(await balances()).toEqual([2_000_000, 1_000_000])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-09 TRX-04 un pago reversado después del retracto no se devuelve, y su parte deja de estar apartada', async () => {
  const { company, financial, clientId, params, asked } = await makeSigned(t)
  await makeContract(t.owner, company.id, clientId, { activeFrom: '2026-01-01' })
  const paid = await pay(financial, await charge(financial, params.no), 50_000)
  await financial.call(retractionApi.retract, asked('2026-11-06'))
  await financial.call(manualPaymentApi.reverse, {
    params: { id: paid.id },
    body: { reason: 'Cheque devuelto' },
    headers: headers(),
  })
  const { data: list } = await financial.call(contractRefundApi.list, {})
  expect(list).toMatchObject([{ amount: 0, returned: 0, closed_on: '2026-11-06' }])
  const { data: credit } = await financial.call(creditApi.get, { params: { client_id: clientId } })
  expect([credit.credit, credit.owed]).toEqual([0, []])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-09 R2.26 TRX-04 reversar el pago de otro contrato no toca lo que se devuelve: vuelve a deberse lo que ese pago cubría', async () => {
  const { company, financial, clientId, params, asked } = await makeSigned(t)
  const other = await makeContract(t.owner, company.id, clientId, { activeFrom: '2026-01-01' })
  const [mine, first] = [await charge(financial, params.no), await charge(financial, other.no_contract)]
  await pay(financial, mine, 50_000)
  // The payment of the other contract leaves 30.000 in favour, which pay a part of its next invoice.
  const paid = await pay(financial, first, 80_000)
  const second = await charge(financial, other.no_contract)
  await financial.call(retractionApi.retract, asked('2026-11-06'))
  await financial.call(manualPaymentApi.reverse, {
    params: { id: paid.id },
    body: { reason: 'Cheque devuelto' },
    headers: headers(),
  })
  const { data: list } = await financial.call(contractRefundApi.list, {})
  expect(list).toMatchObject([{ amount: 5_000_000, returned: 0, closed_on: null }])
  const balances = await Promise.all(
    [first, second].map(async ({ id }) => (await financial.call(invoiceApi.get, { params: { id } })).data.balance),
  )
  expect(balances).toEqual([5_000_000, 5_000_000])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-09 R2.26 a quien se retracta y no tiene otro contrato se le devuelve también el anticipo que dejó', async () => {
  const { financial, params, asked } = await makeSigned(t)
  await pay(financial, await charge(financial, params.no), 150_000, { keeps_advance: true })
  const { message } = await financial.call(retractionApi.retract, asked('2026-11-06'))
  expect(message).toContain('$ 150.000,00')
  const { data: list } = await financial.call(contractRefundApi.list, {})
  expect(list).toMatchObject([{ amount: 15_000_000, returned: 0, closed_on: null }])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-09 R2.26 INV-11 lo reclamado de una factura que el retracto anula lo cierra su nota, y la respuesta no lo devuelve otra vez', async () => {
  const { financial, params, asked } = await makeSigned(t)
  const [open, paid] = [await charge(financial, params.no), await charge(financial, params.no)]
  const dispute = (id: string, amount: number) =>
    financial.call(invoiceApi.dispute, { params: { id }, body: { amount, reason: 'No lo pidió' } })
  await dispute(open.id, 20_000)
  await dispute(paid.id, 20_000)
  await pay(financial, paid, 50_000)
  await financial.call(retractionApi.retract, asked('2026-11-06'))
  const { rows } = await t.owner.query(
    `select d.outcome, n.invoice_id = d.invoice_id as is_of_its_note from disputes d
     left join credit_notes n on n.company_id = d.company_id and n.id = d.credit_note_id
     where d.invoice_id = any ($1) order by d.id`,
    [[open.id, paid.id]],
  )
  expect(rows).toEqual([
    { outcome: 'nota_credito', is_of_its_note: true },
    { outcome: 'nota_credito', is_of_its_note: true },
  ])
  expect(await breachesOf(t)).toEqual([])
})
