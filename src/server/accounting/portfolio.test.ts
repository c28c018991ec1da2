import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { addDays } from '#domain/core/days.ts'
import { sum } from '#domain/core/money.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })

/** What the books have at the end of a day: what is owed, and the credit in favour. */
async function booksOn({ company }: BillingDesk, day: string) {
  const { rows } = await t.owner.query<{ receivable: number; credit: number }>(
    `select coalesce(sum(receivable), 0)::int as receivable, coalesce(sum(credit), 0)::int as credit from client_movements
     where company_id = $1 and posted_on <= $2`,
    [company.id, day],
  )
  return rows[0]
}

const portfolioOn = ({ financial }: BillingDesk, day: string) =>
  financial.call(portfolioApi.list, { query: { on: day, page: 1, page_size: 100 } })
const advancesOn = ({ financial }: BillingDesk, day: string) =>
  financial.call(portfolioApi.advances, { query: { on: day, page: 1, page_size: 100 } })

/** Two months with a partial payment, an overpayment that the second one uses, a credit note and a reversal. */
async function twoMonths(): Promise<BillingDesk> {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { financial, clientId, params } = desk
  await bill(t, desk, '2029-06')
  const pay = async (amount: number, paid_on: string) =>
    (
      await financial.call(manualPaymentApi.create, {
        body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on } },
        headers: once(),
      })
    ).data
  await pay(20_000, '2029-06-05')
  on(t, '2029-06-20')
  await pay(90_000, '2029-06-20')
  on(t, '2029-07-05')
  await bill(t, desk, '2029-07')
  const wrong = await pay(5_000, '2029-07-05')
  on(t, '2029-08-10')
  await financial.call(manualPaymentApi.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Error' },
    headers: once(),
  })
  const lines = [{ kind: 'technical_visit' as const, description: 'Visita', quantity: 1, price: 35_000 }]
  const { data: visit } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract: params.no, lines } },
    headers: once(),
  })
  on(t, '2029-09-01')
  await financial.call(invoiceApi.creditNote, {
    params: { id: visit.id },
    body: { concept: 'Visita no hecha' },
    headers: once(),
  })
  return desk
}

const DAYS = ['2029-05-31', '2029-06-05', '2029-06-19', '2029-06-30', '2029-07-31', '2029-08-31', '2029-09-01']

test('RPT-01 R2.15 la cartera y los saldos a favor al final de cada día son los de los libros, y sus filas los suman', async () => {
  const desk = await twoMonths()
  const seen = new Set<string>()
  for (const day of DAYS) {
    const [books, owed, advances] = [
      await booksOn(desk, day),
      await portfolioOn(desk, day),
      await advancesOn(desk, day),
    ]
    expect([day, owed.totals.balance, advances.credit]).toEqual([day, books?.receivable, books?.credit])
    expect(owed.totals.credit).toBe(advances.credit)
    expect(sum(owed.data.map(({ balance }) => balance))).toBe(owed.totals.balance)
    expect(sum(owed.totals.ages.map(({ balance }) => balance))).toBe(owed.totals.balance)
    expect(sum(advances.data.map(({ credit }) => credit))).toBe(advances.credit)
    for (const { age, balance } of owed.totals.ages) {
      expect(sum(owed.data.filter((row) => row.age === age).map((row) => row.balance))).toBe(balance)
      seen.add(age)
    }
    if (advances.credit > 0) seen.add('credit')
  }
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['credit', 'current']))
  const { on: closed } = await desk.financial.call(portfolioApi.list)
  expect(closed).toBe('2029-08-31')
  const ahead = await desk.financial.ask(portfolioApi.list, { query: { on: '2029-09-02' } })
  expect([ahead.status, ahead.text]).toEqual([400, expect.stringContaining('El día es hoy o uno anterior')])
})

test('RPT-01 R2.15 lo pagado antes de emitir la factura es saldo a favor de esos días, y la cartera no lo resta', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { financial, clientId } = desk
  await bill(t, desk, '2029-06')
  const [invoice] = (await portfolioOn(desk, '2029-06-05')).data
  const total = invoice?.balance ?? 0
  await financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount: total / 100, method: 'efectivo', paid_on: '2029-06-02' } },
    headers: once(),
  })
  for (const [day, credit] of [
    ['2029-06-01', 0],
    ['2029-06-02', total],
    ['2029-06-04', total],
    ['2029-06-05', 0],
  ] as const) {
    const [owed, advances] = [await portfolioOn(desk, day), await advancesOn(desk, day)]
    expect([day, owed.data, owed.totals.balance, owed.totals.credit]).toEqual([day, [], 0, credit])
    expect(advances.data.map((row) => row.credit)).toEqual(credit === 0 ? [] : [credit])
  }
})

test('RPT-01 R2.1 la edad cuenta desde el último día para pagar', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  await bill(t, desk, '2029-06')
  const [invoice] = (await portfolioOn(desk, '2029-06-05')).data
  const { data } = await desk.financial.call(invoiceApi.get, { params: { id: invoice?.id ?? '' } })
  const last = data.last_payable_on
  const next = addDays(last, 1)
  on(t, next)
  const ages = async (day: string) => (await portfolioOn(desk, day)).data.map(({ age }) => age)
  expect([await ages(last), await ages(next)]).toEqual([['current'], ['days_30']])
  expect((await portfolioOn(desk, next)).totals.ages.map(({ age }) => age)).toEqual(['days_30'])
})

test('RPT-01 R2.1 INV-11 lo que un reclamo dejó para después no tiene edad hasta su día, cuando es todo lo que se debe', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { financial, clientId } = desk
  await bill(t, desk, '2029-06')
  const [invoice] = (await portfolioOn(desk, '2029-06-05')).data
  const params = { id: invoice?.id ?? '' }
  const { data } = await financial.call(invoiceApi.get, { params })
  const next = addDays(data.last_payable_on, 1)
  await financial.call(invoiceApi.dispute, { params, body: { amount: 20_000, reason: 'No lo pidió' } })
  on(t, next)
  const until = addDays(next, 40)
  await financial.call(invoiceApi.resolveDispute, {
    params,
    body: { outcome: 'en_contra', due_on: until, resolution: 'Se revisó' },
  })
  const ages = async (day: string) => (await portfolioOn(desk, day)).data.map(({ age }) => age)
  expect(await ages(next)).toEqual(['days_30'])
  const payment = { client_id: clientId, amount: data.balance / 100 - 20_000, method: 'efectivo', paid_on: next }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })
  expect(await ages(next)).toEqual(['current'])
  expect((await portfolioOn(desk, next)).totals.ages.map(({ age }) => age)).toEqual(['current'])
  const { extended_to_on: last } = (await financial.call(invoiceApi.get, { params })).data
  if (last === null) throw new Error('a part has a later day')
  on(t, addDays(last, 1))
  expect([await ages(last), await ages(addDays(last, 1))]).toEqual([['current'], ['days_30']])
})

test('RPT-01 OPS-06 la cartera y los saldos a favor de un día se descargan con las filas de la lista', async () => {
  const desk = await twoMonths()
  const { data } = await portfolioOn(desk, '2029-08-31')
  for (const [list, rows] of [
    ['portfolio', data.length],
    ['advances', (await advancesOn(desk, '2029-06-30')).data.length],
  ] as const) {
    const query = list === 'portfolio' ? 'on=2029-08-31' : 'on=2029-06-30'
    const answer = await desk.financial.ask(exportApi.create, { body: { list, format: 'csv', query } })
    expect([list, answer.status, readCsv(answer.bytes).length]).toEqual([list, 200, rows + 1])
    // The file is named by its own day, and not by that of the download.
    expect(answer.headers['content-disposition']).toContain(query.replace('on=', '-'))
  }
})
