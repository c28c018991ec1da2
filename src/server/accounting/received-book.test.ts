import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { bankApi } from '#domain/banks/api.ts'
import { money } from '#domain/core/money.ts'
import { exportApi } from '#domain/exports/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { type BankDesk, bankDesk, statement } from '#test/bank-desk.ts'
import { movedInVouchers } from '#test/moved-in-vouchers.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))
const { makeDesk, debtor, load, linesOf } = bankDesk(t)

const once = () => ({ 'idempotency-key': randomUUID() })
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))

const DECEMBER = { from: '2026-12-01', to: '2026-12-31' }
const JANUARY = { from: '2027-01-01', to: '2027-01-31' }
/** Cash, banks and the gateway in the usual chart. */
const MONEY = ['11050501', '11100501', '13809501']

async function bookOf({ financial }: BankDesk, query: object) {
  const { data, totals, meta } = await financial.call(receivedBookApi.list, {
    query: { page: 1, page_size: 100, ...query },
  })
  const sumOf = (key: 'amount' | 'withheld') => money(data.reduce((all, row) => all + row[key], 0))
  expect([data.length, sumOf('amount'), sumOf('withheld')]).toEqual([meta.total, totals.amount, totals.withheld])
  return { rows: data, amount: totals.amount, withheld: totals.withheld }
}

/**
 * A closed December with a payment with withholdings, one with credit that is paid back and one that is reversed in January, when a
 * movement of the bank of December is registered too.
 */
async function closedDecember() {
  const desk = await makeDesk()
  const ana = await debtor(desk, 60_000)
  const luis = await debtor(desk, 30_000)
  await load(desk, statement(`2026-12-15;Pago;${luis.number};30000`))
  const pay = async (amount: number, method: 'efectivo' | 'transferencia', retefuente = 0) => {
    const retentions = { retefuente, reteiva: 0, reteica: 0 }
    const payment = { client_id: ana.id, amount, method, paid_on: '2026-12-16', retentions }
    return (await desk.financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })).data
  }
  await pay(20_000, 'efectivo', 1_000)
  const wrong = await pay(9_000, 'transferencia')
  await pay(40_000, 'transferencia')
  await desk.financial.call(creditApi.refund, {
    params: { client_id: ana.id },
    body: { refund: { amount: 5_000, method: 'transferencia', paid_on: '2026-12-16', reason: 'De más' } },
    headers: once(),
  })
  on('2027-01-16')
  await desk.financial.call(closingApi.close, { body: { closing: { closed_through: '2026-12-31' } } })
  const before = await bookOf(desk, DECEMBER)
  await desk.financial.call(manualPaymentApi.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Cheque devuelto' },
    headers: once(),
  })
  const [line] = await linesOf(desk)
  const late = await desk.financial.ask(bankApi.pay, {
    params: { id: line?.id ?? '' },
    body: { payment: { client_id: luis.id, posts_today: true } },
  })
  expect(late.status).toBe(201)
  return { desk, before, wrong, ana, luis }
}

test('RPT-01 ACC-03 el libro de recaudo de un mes es lo que movieron caja y bancos en los comprobantes del mes, y un mes cerrado no cambia', async () => {
  const { desk, before } = await closedDecember()
  const [december, january] = [await bookOf(desk, DECEMBER), await bookOf(desk, JANUARY)]
  expect(december).toEqual(before)
  expect([december.amount, december.withheld]).toEqual([6_400_000, 100_000])
  expect(january.amount).toBe(2_100_000)
  await desk.financial.ask(voucherApi.create, { body: { batch: { through_on: '2027-01-16' } } })
  expect(await movedInVouchers(desk.financial, '2026-12', MONEY)).toBe(december.amount)
  expect(await movedInVouchers(desk.financial, '2027-01', MONEY)).toBe(january.amount)
  const bank = await bookOf(desk, { ...JANUARY, method: 'transferencia', kind: 'payment' })
  expect(bank.rows.map(({ made_on, posted_on }) => [made_on, posted_on])).toEqual([['2026-12-15', '2027-01-16']])
})

test('RPT-01 el libro por el día del movimiento tiene el pago tardío en su mes, como el informe de recaudo', async () => {
  const { desk } = await closedDecember()
  const [december, january] = [
    await bookOf(desk, { ...DECEMBER, day: 'made' }),
    await bookOf(desk, { ...JANUARY, day: 'made' }),
  ]
  expect([december.amount, january.amount]).toEqual([9_400_000, -900_000])
})

test('RPT-01 una fila del recaudo lleva a su recibo, su cliente y sus facturas, y un reverso dice qué recibo reversa', async () => {
  const { desk, wrong, ana, luis } = await closedDecember()
  const { rows } = await bookOf(desk, JANUARY)
  const seen = rows.map(({ kind, receipt, client, invoices }) => [kind, receipt?.number, client.id, invoices])
  const paid = ({ invoices: [invoice] }: typeof ana) => [{ id: invoice?.id, number: invoice?.number }]
  expect(seen).toEqual(
    expect.arrayContaining([
      ['reversal', wrong.number, ana.id, paid(ana)],
      ['payment', wrong.number + 2, luis.id, paid(luis)],
    ]),
  )
  expect(rows.find(({ kind }) => kind === 'reversal')?.receipt?.id).toBe(wrong.id)
  const query = 'from=2027-01-01&to=2027-01-31'
  const answer = await desk.financial.ask(exportApi.create, { body: { list: 'received_book', format: 'csv', query } })
  const [head, ...lines] = readCsv(answer.bytes)
  expect(head?.slice(0, 2)).toEqual(['Fecha contable', 'Fecha'])
  expect(lines.map(([posted, made]) => [posted, made])).toEqual(expect.arrayContaining([['2027-01-16', '2026-12-15']]))
})
