import { afterEach, expect, test } from 'vitest'
import { advanceMovesApi } from '#domain/accounting/advance-moves-api.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { money } from '#domain/core/money.ts'
import { exportApi } from '#domain/exports/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { apply, charge, type Desk, makeDesk, note, pay, refund, reverse } from '#test/credit-desk.ts'
import { movedInVouchers } from '#test/moved-in-vouchers.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const DECEMBER = { from: '2026-12-01', to: '2026-12-31' }
/** The advances of clients in the usual chart. */
const ADVANCES = ['28050501']

async function movesOf({ financial }: Desk, query: object) {
  const { data, totals, meta } = await financial.call(advanceMovesApi.list, {
    query: { page: 1, page_size: 100, ...query },
  })
  expect(data.length).toBe(meta.total)
  for (const key of ['opening', 'added', 'applied', 'refunded', 'closing'] as const)
    expect([key, money(data.reduce((all, row) => all + row[key], 0))]).toEqual([key, totals[key]])
  for (const row of [...data, totals]) expect(row.opening + row.added - row.applied - row.refunded).toBe(row.closing)
  return { ...totals, clients: data.map(({ client }) => client.id) }
}

/** Two months in which credit comes from payments and a note, pays invoices, is paid back and leaves them with a reversal. */
async function twoMonths(): Promise<Desk> {
  on('2026-11-20')
  const desk = await makeDesk(t)
  const first = await charge(desk, 50_000)
  await pay(desk, 80_000)
  await refund(desk, 5_000)
  await note(desk, first.id, 10_000)
  on('2026-12-05')
  const wrong = await pay(desk, 20_000, { method: 'transferencia', paid_on: '2026-12-05' })
  await charge(desk, 45_000)
  await apply(desk)
  on('2026-12-10')
  await reverse(desk, wrong.id)
  await desk.financial.ask(voucherApi.create, { body: { batch: { through_on: '2026-12-10' } } })
  return desk
}

test('RPT-01 R7.12 los saldos a favor de un mes: lo que entró, se aplicó y se devolvió por cliente es la cuenta de anticipos de los comprobantes', async () => {
  const desk = await twoMonths()
  const [november, december] = [await movesOf(desk, NOVEMBER), await movesOf(desk, DECEMBER)]
  expect(november).toMatchObject({ opening: 0, refunded: 500_000, clients: [desk.clientId] })
  expect(december.opening).toBe(november.closing)
  expect(december.applied).toBeGreaterThan(0)
  expect(await movedInVouchers(desk.financial, '2026-11', ADVANCES)).toBe(november.opening - november.closing)
  expect(await movedInVouchers(desk.financial, '2026-12', ADVANCES)).toBe(december.opening - december.closing)
  for (const [day, closing] of [
    ['2026-11-30', november.closing],
    ['2026-12-10', december.closing],
  ] as const)
    expect((await desk.financial.call(portfolioApi.advances, { query: { on: day } })).credit).toBe(closing)
})

test('RPT-01 R7.12 lo que vuelve de una factura con un reverso no es dinero que entró', async () => {
  const desk = await twoMonths()
  const before = await movesOf(desk, { from: '2026-12-01', to: '2026-12-09' })
  const december = await movesOf(desk, DECEMBER)
  expect([before.added, before.applied, before.closing]).toEqual([2_000_000, 4_500_000, 1_000_000])
  expect([december.added, december.applied, december.closing]).toEqual([0, 3_500_000, 0])
})

test('RPT-01 OPS-06 los movimientos de los saldos a favor se descargan, y quien no tuvo saldo no está', async () => {
  const desk = await twoMonths()
  expect((await movesOf(desk, { from: '2026-10-01', to: '2026-10-31' })).clients).toEqual([])
  const query = 'from=2026-11-01&to=2026-11-30'
  for (const format of ['csv', 'xlsx'] as const) {
    const answer = await desk.financial.ask(exportApi.create, { body: { list: 'advance_moves', format, query } })
    expect([format, answer.status]).toEqual([format, 200])
    if (format === 'csv') expect(readCsv(answer.bytes)).toHaveLength(2)
  }
})
