import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { money, toPesos } from '#domain/core/money.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import type { Report } from '#domain/reports/report.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })
const JUNE = { from: '2029-06-01', to: '2029-06-30' }

const read = async ({ financial }: BillingDesk, name: 'recaudo', query: object = JUNE): Promise<Report> =>
  (await financial.call(reportApi.get, { params: { name }, query: { ...query } })).data
const totalOf = (report: Report, key: string) => report.totals.find((one) => one.key === key)?.value ?? null

/** The filters of a link of a report, as the query of its list. */
const filtersOf = (href: string | null): Record<string, string> =>
  Object.fromEntries(new URL(href ?? '', 'http://enlace.test').searchParams)

test('RPT-01 TRX-04 recaudo: lo reversado y lo retenido llevan a los pagos que lo suman, por el día del reverso', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  await bill(t, desk, '2029-06')
  const payment = { client_id: desk.clientId, amount: 30_000, method: 'efectivo' as const, paid_on: '2029-06-05' }
  await desk.financial.call(manualPaymentApi.create, {
    body: { payment: { ...payment, retentions: { retefuente: 1_200, reteiva: 0, reteica: 0 } } },
    headers: once(),
  })
  const pay = async (amount: number) =>
    (
      await desk.financial.call(manualPaymentApi.create, {
        body: { payment: { ...payment, amount } },
        headers: once(),
      })
    ).data
  const reverse = (id: string) =>
    desk.financial.call(manualPaymentApi.reverse, { params: { id }, body: { reason: 'Error' }, headers: once() })
  const late = await pay(20_000)
  await reverse((await pay(5_000)).id)
  const june = await read(desk, 'recaudo')
  const listOf = async (href: string | null | undefined) =>
    (await desk.financial.call(manualPaymentApi.list, { query: filtersOf(href ?? null) })).data
  const hrefOf = (report: Report, key: string) => report.totals.find((one) => one.key === key)?.href
  const withheld = await listOf(hrefOf(june, 'withheld'))
  expect(withheld.map(({ retentions }) => toPesos(retentions.retefuente))).toEqual([1_200])
  expect(totalOf(june, 'withheld')).toBe(1_200)

  on(t, '2029-07-02')
  await reverse(late.id)
  for (const [query, expected] of [
    [JUNE, [500_000]],
    [{ from: '2029-07-01', to: '2029-07-02' }, [2_000_000]],
  ] as const) {
    const report = await read(desk, 'recaudo', query)
    const cash = report.rows.find(({ cells }) => cells[0] === 'Efectivo')
    const rows = await listOf(hrefOf(report, 'reversed'))
    expect(rows.map(({ amount }) => amount)).toEqual(expected)
    expect(await listOf(cash?.hrefs?.[3])).toEqual(rows)
    expect([totalOf(report, 'reversed'), cash?.cells[3]]).toEqual([expected[0] / 100, expected[0] / 100])
  }
})

test('RPT-01 recaudo: con un reverso y una devolución cada valor lleva a los movimientos que lo suman', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  await bill(t, desk, '2029-06')
  const pay = async (amount: number, retefuente: number, method: 'efectivo' | 'transferencia') => {
    const retentions = { retefuente, reteiva: 0, reteica: 0 }
    const payment = { client_id: desk.clientId, amount, method, paid_on: '2029-06-05', retentions }
    return (await desk.financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })).data
  }
  const wrong = await pay(5_000, 1_000, 'efectivo')
  await desk.financial.call(manualPaymentApi.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Error' },
    headers: once(),
  })
  await pay(100_000, 1_200, 'transferencia')
  await desk.financial.call(creditApi.refund, {
    params: { client_id: desk.clientId },
    body: { refund: { amount: 8_000, method: 'efectivo', paid_on: '2029-06-05', reason: 'De más' } },
    headers: once(),
  })
  const report = await read(desk, 'recaudo')
  const bookOf = async (href: string | null | undefined) => {
    expect(href).toContain('/accounting/received-book?')
    const { data, meta, totals } = await desk.financial.call(receivedBookApi.list, {
      query: { ...filtersOf(href ?? null), page: 1, page_size: 100 },
    })
    const sumOf = (key: 'amount' | 'withheld') => money(data.reduce((all, row) => all + row[key], 0))
    expect([data.length, sumOf('amount'), sumOf('withheld')]).toEqual([meta.total, totals.amount, totals.withheld])
    return { amount: toPesos(totals.amount), withheld: toPesos(totals.withheld), kinds: data.map(({ kind }) => kind) }
  }
  const hrefOf = (key: string) => report.totals.find((one) => one.key === key)?.href
  expect([totalOf(report, 'net'), totalOf(report, 'refunded'), totalOf(report, 'withheld')]).toEqual([
    92_000, 8_000, 1_200,
  ])
  const net = await bookOf(hrefOf('net'))
  expect([net.amount, net.kinds.toSorted()]).toEqual([92_000, ['payment', 'payment', 'refund', 'reversal']])
  expect(await bookOf(hrefOf('refunded'))).toMatchObject({ amount: -8_000, kinds: ['refund'] })
  expect((await bookOf(hrefOf('withheld'))).withheld).toBe(1_200)
  for (const { cells, hrefs } of report.rows) {
    expect((await bookOf(hrefs?.[5])).amount).toBe(cells[5])
    expect((await bookOf(hrefs?.[4])).amount).toBeCloseTo(-Number(cells[4]), 2)
  }
})
