import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { addDays, type Day, DayText } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const NAMES = ['cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos'] as const
const juneDay = (day: number): Day => addDays(DayText.parse('2029-06-01'), day - 1)

test('RPT-01 R2.25 lo que vence un día que no es hábil no está vencido en la cartera hasta que pasa el hábil siguiente', async () => {
  const { financial, params } = await makeDesk(t, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }]
  const issueOn = async (day: Day) => {
    on(t, day)
    const invoice = { no_contract: params.no, lines }
    const headers = { 'idempotency-key': randomUUID() }
    return (await financial.call(invoiceApi.create, { body: { invoice }, headers })).data
  }
  const totalOf = async (query: object) =>
    toPesos((await financial.call(invoiceApi.total, { query: { ...query } })).data.balance)
  /** What is overdue on a day in the list, after comparing each report with it. */
  const overdueOn = async (day: Day) => {
    on(t, day)
    const overdue = await totalOf({ status: 'vencido' })
    for (const name of NAMES) {
      const { totals } = (await financial.call(reportApi.get, { params: { name }, query: {} })).data
      expect({ name, overdue: totals.find(({ key }) => key === 'overdue')?.value }).toEqual({ name, overdue })
    }
    return overdue
  }

  let issued = await issueOn(juneDay(5))
  for (let day = 6; issued.due_on === issued.last_payable_on; day += 1) issued = await issueOn(juneDay(day))
  const { due_on, last_payable_on } = issued
  expect(due_on < last_payable_on).toBe(true)
  const before = await overdueOn(last_payable_on)
  const due = await totalOf({ balance: 'con_deuda', due_to: due_on })
  expect(before).toBeLessThan(due)
  expect(await overdueOn(addDays(last_payable_on, 1))).toBe(due)
})
