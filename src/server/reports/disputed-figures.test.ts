import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { charge, type Desk, makeDesk } from '#test/credit-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const PESO = 100
const GROUPS = ['cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos'] as const

const dispute = ({ financial }: Desk, id: string, amount: number) =>
  financial.call(invoiceApi.dispute, { params: { id }, body: { amount, reason: 'No lo pidió' } })

/** Every sum that says what there is to collect from the clients of a company, in pesos. */
async function figuresOf(desk: Desk): Promise<Record<string, number>> {
  const { financial, client, clientId } = desk
  const { data: clients } = await financial.call(clientApi.list, { query: { debt: 'any' } })
  const total = (await financial.call(invoiceApi.total, { query: { balance: 'con_deuda' } })).data
  const late = (await financial.call(invoiceApi.total, { query: { status: 'vencido' } })).data
  const account = (await financial.call(manualPaymentApi.account, { params: { client_id: clientId } })).data
  const statement = (await financial.call(clientApi.statement, { params: { id: clientId } })).data
  const board = (await financial.call(dashboardApi.get)).data
  const reports = await Promise.all(
    GROUPS.map(async (name) => {
      const { totals } = (await financial.call(reportApi.get, { params: { name }, query: {} })).data
      const valueOf = (key: string) => totals.find((one) => one.key === key)?.value ?? Number.NaN
      return [
        [`report ${name}`, valueOf('balance')],
        [`report ${name}, overdue and not yet due`, valueOf('overdue') + valueOf('current')],
      ] as const
    }),
  )
  return {
    'clients that owe': clients.reduce((all, { balance, disputed }) => all + balance - disputed, 0) / PESO,
    'total of clients': (await financial.call(clientApi.total)).data.debt / PESO,
    'total of the clients that owe':
      (await financial.call(clientApi.total, { query: { debt: 'any' } })).data.debt / PESO,
    'total of invoices': (total.balance - total.disputed) / PESO,
    'overdue invoices': (late.balance - late.disputed) / PESO,
    'account at the desk': (account.balance - account.disputed) / PESO,
    statement: (statement.closing_balance - statement.disputed) / PESO,
    portal: (await client.call(paymentApi.debts)).data.total / PESO,
    'overdue on the dashboard': (board.figures.find(({ key }) => key === 'overdue')?.value ?? Number.NaN) / PESO,
    ...Object.fromEntries(reports.flat()),
  }
}

test('INV-11 R2.15 RPT-01 CLI-01 lo que está en reclamo no está en ninguna cifra que se cobra: todas dicen lo mismo', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const desk = await makeDesk(t)
  const { id: clientId } = await makeClient(t.owner, desk.company.id)
  const { no_contract } = await makeContract(t.owner, desk.company.id, clientId, { stratum: 1 })
  const part = await charge(desk, 80_000)
  const whole = await charge({ ...desk, clientId, no_contract }, 30_000)
  await dispute(desk, part.id, 50_000)
  await dispute(desk, whole.id, 30_000)
  t.setNow(new Date('2026-12-21T15:00:00Z'))

  const figures = await figuresOf(desk)
  expect(figures).toEqual(Object.fromEntries(Object.keys(figures).map((name) => [name, 30_000])))
  // A client whose whole debt is disputed is not one that owes.
  const ids = async (debt: 'any' | '30') =>
    (await desk.financial.call(clientApi.list, { query: { debt } })).data.map(({ id }) => id)
  expect(await ids('any')).toEqual([desk.clientId])
  // What is disputed is said apart.
  const { totals } = (await desk.financial.call(reportApi.get, { params: { name: 'cartera' }, query: {} })).data
  expect(totals.find(({ key }) => key === 'disputed')?.value).toBe(80_000)
  const sorted = (await desk.financial.call(clientApi.list, { query: { sort: '-balance' } })).data
  expect(sorted.map(({ id, disputed }) => [id, disputed / PESO])).toEqual([
    [desk.clientId, 50_000],
    [clientId, 30_000],
  ])
})
