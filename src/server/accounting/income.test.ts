import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { IncomeRow } from '#domain/accounting/income.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { day } from '#domain/core/days.ts'
import { sum } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { inSystemTx } from '#server/core/context.ts'
import { correctBilledPeriods } from '#server/invoices/corrections.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { makeSigned } from '#test/retracting.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))
const once = () => ({ 'idempotency-key': randomUUID() })

type Desk = { company: Company; financial: Person; id: string; no: string }

/** A contract of 31.000 a month, exempt of VAT, active from 2 May 2029. */
async function makeDesk(cutDay: number): Promise<Desk> {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const fields = { cutDay, activeFrom: '2029-05-02', price: 3_100_000, stratum: 1 }
  const { id, no_contract: no } = await makeContract(t.owner, company.id, client.id, fields)
  return { company, financial: await company.person('financial'), id, no }
}

async function bill({ company, financial }: Desk, ...periods: string[]): Promise<void> {
  for (const one of periods) {
    const { data: run } = await financial.call(runApi.start, { body: { period: one } })
    await runMassive(t.world, { company_id: company.id, run_id: run.id })
  }
}

/** The sums of a month in pesos, which are those of its rows and of the journal. */
async function monthOf({ company, financial }: Desk, of: string) {
  const { data, totals, meta } = await financial.call(incomeApi.list, { query: { period: of, page_size: 100 } })
  expect(data).toHaveLength(meta.total)
  const sumOf = (key: 'invoiced' | 'credited' | 'deferred_before' | 'deferred_after' | 'income') =>
    sum(data.map((row: IncomeRow) => row[key]))
  const figures = {
    invoiced: sumOf('invoiced'),
    credited: sumOf('credited'),
    deferred_before: sumOf('deferred_before'),
    deferred_after: sumOf('deferred_after'),
    income: sumOf('income'),
  }
  expect(totals).toMatchObject(figures)
  const { rows } = await t.owner.query<{ posted: string }>(
    `select coalesce(sum(case when credit_account = 'revenue' then amount else -amount end), 0) as posted from journal
     where company_id = $1 and 'revenue' in (debit_account, credit_account) and to_char(posted_on, 'YYYY-MM') = $2`,
    [company.id, of],
  )
  expect(figures.invoiced - figures.credited).toBe(Number(rows[0]?.posted))
  return {
    posted: (figures.invoiced - figures.credited) / 100,
    before: figures.deferred_before / 100,
    after: figures.deferred_after / 100,
    income: figures.income / 100,
    later: totals?.deferred_by_month.map(({ period: month, amount }) => [month, amount / 100]),
  }
}

const invoiceOf = async ({ id }: Desk, of: string): Promise<string> => {
  const { rows } = await t.owner.query<{ id: string }>(
    'select id from invoices where contract_id = $1 and period = $2',
    [id, of],
  )
  return rows[0]?.id ?? ''
}

test('ACC-04 lo facturado en mayo por junio queda en 2705 en mayo y es ingreso de junio, factura por factura (E8)', async () => {
  const desk = await makeDesk(31)
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 11_900 }]
  await desk.financial.call(invoiceApi.create, { body: { invoice: { no_contract: desk.no, lines } }, headers: once() })
  // 30 of the 31 days of May, all of June, and a visit of 10.000 without its VAT.
  expect(await monthOf(desk, '2029-05')).toEqual({
    posted: 71_000,
    before: 0,
    after: 31_000,
    income: 40_000,
    later: [['2029-06', 31_000]],
  })
  expect(await monthOf(desk, '2029-06')).toMatchObject({
    posted: 0,
    before: 31_000,
    after: 0,
    income: 31_000,
    later: [],
  })
  expect(await monthOf(desk, '2029-07')).toMatchObject({ posted: 0, before: 0, after: 0, income: 0 })
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-04 un retiro, un cambio de plan y una anulación dejan en 2705 solo lo que falta por prestar, sin perder un centavo', async () => {
  const [retired, changed, voided] = [await makeDesk(15), await makeDesk(15), await makeDesk(15)]
  on('2029-05-08')
  // 2 to 15 May, and 16 May to 15 June. The last day to ask for a retirement at the cut of 15 May is 9 May.
  for (const desk of [retired, changed, voided]) await bill(desk, '2029-05', '2029-06')
  // 16 of the 31 days until 15 June are in May.
  expect(await monthOf(voided, '2029-05')).toMatchObject({ posted: 45_467, after: 15_000, income: 30_467 })

  on('2029-05-09')
  await retired.financial.call(contractApi.terminate, {
    params: { no: retired.no },
    body: { requested_on: '2029-05-09', reason: 'Se muda' },
  })
  expect(await monthOf(retired, '2029-05')).toMatchObject({ posted: 14_467, after: 0, income: 14_467 })
  expect(await monthOf(retired, '2029-06')).toMatchObject({ posted: 0, before: 0, income: 0 })

  const plan = await makePlan(t.owner, changed.company.id, 1_550_000)
  await changed.financial.call(contractApi.changePlan, { params: { no: changed.no }, body: { plan_id: plan } })
  expect(await monthOf(changed, '2029-05')).toMatchObject({ posted: 29_967, after: 7_500, income: 22_467 })
  expect(await monthOf(changed, '2029-06')).toMatchObject({ before: 7_500, after: 0, income: 7_500 })

  on('2029-06-02')
  await voided.financial.call(invoiceApi.creditNote, {
    params: { id: await invoiceOf(voided, '2029-06') },
    body: { concept: 'No se prestó' },
    headers: once(),
  })
  // May does not change: what it earned is taken back in June.
  expect(await monthOf(voided, '2029-05')).toMatchObject({ posted: 45_467, after: 15_000, income: 30_467 })
  expect(await monthOf(voided, '2029-06')).toMatchObject({ posted: -31_000, before: 15_000, after: 0, income: -16_000 })
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-04 un retiro antes del corte quita los últimos días del período, aunque el período esté entre dos meses', async () => {
  const desk = await makeDesk(15)
  on('2029-05-17')
  await bill(desk, '2029-06')
  // The contract ended on 31 May by a decision of the company: 15 days of June are not given.
  await t.owner.query(`update contracts set active_to = '2029-05-31', status = 'terminated' where id = $1`, [desk.id])
  await t.owner.query(
    `insert into events (company_id, name, entity_id, before, actor_name, actor_role)
     select company_id, 'contract.ended', id::text, '{"status": "active"}', 'x', 'system' from contracts where id = $1`,
    [desk.id],
  )
  await inSystemTx(t.world, desk.company.id, (tx) =>
    correctBilledPeriods(tx, desk.id, { from_on: day('2029-06-01'), to_on: null }, day('2029-05-17')),
  )
  expect(await monthOf(desk, '2029-05')).toMatchObject({ posted: 16_000, after: 0, income: 16_000 })
})

test('ACC-04 una factura de un período viejo entra en el mes en que se emite, y otra empresa no la ve', async () => {
  const [desk, other] = [await makeDesk(31), await makeDesk(31)]
  on('2029-12-03')
  await bill(desk, '2029-06')
  expect(await monthOf(desk, '2029-12')).toMatchObject({ posted: 31_000, after: 0, income: 31_000 })
  expect(await monthOf(desk, '2029-06')).toMatchObject({ posted: 0, income: 0 })
  expect(await monthOf(other, '2029-12')).toMatchObject({ posted: 0, income: 0 })
})

test('ACC-04 la lista va por páginas, sus sumas están en la primera, y el archivo suma lo mismo', async () => {
  const desk = await makeDesk(31)
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  const page = async (number: number) =>
    desk.financial.call(incomeApi.list, { query: { period: '2029-05', page: number, page_size: 1 } })
  const [first, second] = [await page(1), await page(2)]
  expect([first.meta.total, first.data.length, first.totals?.income]).toEqual([2, 1, 3_000_000])
  expect([second.data.length, second.totals]).toEqual([1, null])
  // Without a period: the current month.
  expect((await desk.financial.call(incomeApi.list)).period).toBe(period('2029-05'))
  const file = await desk.financial.ask(exportApi.create, {
    body: { list: 'income', format: 'csv', query: 'period=2029-05' },
  })
  const [head = '', ...rows] = file.bytes.toString().replace('\ufeff', '').trim().split(/\r?\n/)
  const column = head.split(';').findIndex((title) => title.includes('Ingreso del mes'))
  const sumOfFile = rows.reduce((total, row) => total + Number(row.split(';')[column]?.replace(',', '.')), 0)
  expect([rows.length, sumOfFile]).toEqual([2, 30_000])
})

test('ACC-04 R2.26 un retracto no cambia el ingreso del mes que ya cerró: lo que devuelve es del mes en que se registra', async () => {
  const { company, financial, params, asked } = await makeSigned(t)
  const { rows } = await t.owner.query<{ id: string }>(
    'update contracts set billing_cut_day = 5 where company_id = $1 returning id',
    [company.id],
  )
  const desk = { company, financial, id: rows[0]?.id ?? '', no: params.no }
  on('2026-11-10')
  await financial.call(contractApi.activate, { params, body: { activated_on: '2026-11-10' } })
  on('2026-11-20')
  // The service is from 10 November to 5 December: 5 of its 26 days are of December.
  await bill(desk, '2026-12')
  on('2026-12-02')
  const closed = await monthOf(desk, '2026-11')
  expect(closed.after).toBeCloseTo((closed.posted * 5) / 26, 1)
  await financial.call(retractionApi.retract, asked('2026-11-09'))
  expect(await monthOf(desk, '2026-11')).toEqual(closed)
  // December gives back what November earned, and takes what was deferred out of 2705.
  expect(await monthOf(desk, '2026-12')).toMatchObject({
    posted: -closed.posted,
    before: closed.after,
    after: 0,
    income: closed.after - closed.posted,
  })
  expect(await breachesOf(t)).toEqual([])
})
