import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { sum, toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import type { Report } from '#domain/reports/report.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const GROUPS = ['cartera_municipios', 'cartera_planes', 'cartera_tecnicos'] as const
const [LABEL, CLIENTS, INVOICES, BALANCE] = [0, 1, 2, 7]
const AGES = [3, 4, 5, 6]
const once = () => ({ 'idempotency-key': randomUUID() })

const filtersOf = (href: string): Record<string, string> =>
  Object.fromEntries(new URL(href, 'http://enlace.test').searchParams)

const keyed = ({ cells, href }: Report['rows'][number]): [string, number] => {
  const { municipality_code, plan, technician_id } = href === null ? {} : filtersOf(href)
  return [municipality_code ?? plan ?? technician_id ?? String(cells[LABEL]), Number(cells[BALANCE])]
}

/** The groups of each report, in pesos, by what its list filters, after comparing every figure with the list that it opens. */
async function groupsOf({ financial }: BillingDesk): Promise<Record<(typeof GROUPS)[number], Record<string, number>>> {
  const totalOf = async (query: object) => {
    const { data } = await financial.call(invoiceApi.total, { query: { ...query } })
    return toPesos(data.balance) - toPesos(data.disputed)
  }
  const collectable = await totalOf({ balance: 'por_cobrar' })
  const found = await Promise.all(
    GROUPS.map(async (name) => {
      const { rows } = (await financial.call(reportApi.get, { params: { name }, query: {} })).data
      for (const { cells, href, hrefs } of rows) {
        expect(AGES.reduce((all, at) => all + Number(cells[at]), 0)).toBe(cells[BALANCE])
        if (href === null) continue
        const query = filtersOf(href)
        const { data } = await financial.call(invoiceApi.list, { query })
        const clients = new Set(data.map(({ client_id }) => client_id)).size
        const figures = [name, cells[LABEL], cells[CLIENTS], cells[INVOICES], cells[BALANCE]]
        expect(figures).toEqual([name, cells[LABEL], clients, data.length, await totalOf(query)])
        expect(cells[BALANCE]).toBe(toPesos(sum(data.map(({ payable }) => payable))))
        for (const at of AGES) {
          const list = hrefs?.[at] ?? null
          if (list === null) expect([name, at, cells[at]]).toEqual([name, at, 0])
          else expect((await financial.call(invoiceApi.list, { query: filtersOf(list) })).data).not.toEqual([])
        }
      }
      const all = rows.reduce((total, { cells }) => total + Number(cells[BALANCE]), 0)
      expect([name, all]).toEqual([name, collectable])
      return [name, Object.fromEntries(rows.map(keyed))] as const
    }),
  )
  expect(await breachesOf(t)).toEqual([])
  return Object.fromEntries(found) as Awaited<ReturnType<typeof groupsOf>>
}

test('RPT-01 la cartera por grupo es la de sus listas también después de un pago, su reverso, una nota, un reclamo, otra visita, otro plan y una mudanza', async () => {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { company, financial, clientId } = desk
  // The client has two contracts, and another client has one.
  const usual = { cutDay: 31, activeFrom: '2029-05-02', stratum: 1 }
  await makeContract(t.owner, company.id, clientId, { ...usual, price: 4_000_000 })
  const other = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, other.id, { ...usual, price: 6_000_000 })
  const [first, last] = [await company.person('technical'), await company.person('technical')]
  const visit = (day: string, technicianId: string, no: string | null) =>
    t.owner.query(
      `insert into visits (company_id, contract_id, kind, state, day, technician_id, created_by)
       select company_id, id, 'revision', 'done', $2, $3, 'Prueba' from contracts
       where company_id = $4 and client_id = $5 and ($1::text is null or no_contract = $1)`,
      [no, day, technicianId, company.id, clientId],
    )
  await visit('2029-05-10', first.id, null)
  await bill(t, desk, '2029-06')
  const all = await groupsOf(desk)
  const whole = Object.values(all.cartera_planes).reduce((total, pesos) => total + pesos, 0)
  expect(Object.keys(all.cartera_tecnicos).toSorted()).toEqual([first.id, 'Sin una visita hecha'].toSorted())

  const payment = { client_id: clientId, amount: 20_000, method: 'efectivo', paid_on: '2029-06-05' }
  const paid = (await financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })).data
  const afterPayment = await groupsOf(desk)
  expect(Object.values(afterPayment.cartera_planes)).toEqual([whole - 20_000])
  await financial.call(manualPaymentApi.reverse, {
    params: { id: paid.id },
    body: { reason: 'Error' },
    headers: once(),
  })
  expect(await groupsOf(desk)).toEqual(all)

  const { data: invoices } = await financial.call(invoiceApi.list, { query: { page: 1, page_size: 100 } })
  const ofDesk = invoices.find(({ no_contract }) => no_contract === desk.params.no)
  const params = { id: ofDesk?.id ?? '' }
  const lines = [{ position: 1, amount: 10_000 }]
  await financial.call(invoiceApi.creditNote, { params, body: { concept: 'Error', lines }, headers: once() })
  await financial.call(invoiceApi.dispute, { params, body: { amount: 5_000, reason: 'No lo pidió' } })
  const left = await groupsOf(desk)
  expect(Object.values(left.cartera_municipios)).toEqual([whole - 15_000])

  // Another technician visits one of the two contracts: each has the debt of the contract that was visited last.
  await visit('2029-06-04', last.id, desk.params.no)
  const visited = await groupsOf(desk)
  expect(visited.cartera_tecnicos[last.id]).toBe(31_000 - 15_000)
  expect(visited.cartera_tecnicos[first.id]).toBe(40_000)

  // An invoice keeps the plan with which it was issued; those of another month have their own.
  await t.owner.query(
    `insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
     select company_id, contract_id, '2029-07-01', plan_id, 'Hogar 300', price from contract_terms where company_id = $1`,
    [company.id],
  )
  on(t, '2029-07-05')
  await bill(t, desk, '2029-07')
  const planned = await groupsOf(desk)
  expect(planned.cartera_planes).toEqual({ 'Hogar 100': whole - 15_000, 'Hogar 300': whole })

  await t.owner.query(`update clients set municipality_code = '05088' where id = $1`, [other.id])
  await t.owner.query(`update contracts set municipality_code = '05088' where client_id = $1`, [other.id])
  on(t, '2029-12-20')
  const moved = await groupsOf(desk)
  expect(Object.keys(moved.cartera_municipios).toSorted()).toEqual(['05001', '05088'])
  expect({ ...moved, cartera_municipios: null }).toEqual({ ...planned, cartera_municipios: null })
})
