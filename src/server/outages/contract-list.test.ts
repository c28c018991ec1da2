import { expect, test } from 'vitest'
import { exportApi } from '#domain/exports/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { bill } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { applyOutages } from '#test/outage-work.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const PRICE = 6_000_000
/** Ten hours of 19 November in Bogotá. */
const [STARTED_AT, ENDED_AT] = ['2026-11-19T12:00:00Z', '2026-11-19T22:00:00Z']

type Desk = { company: Company; financial: Person }

/** A company with the contracts of these clients in Medellín; each client has its own. */
async function desk(count: number) {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const contracts = []
  while (contracts.length < count) {
    const client = await makeClient(t.owner, company.id)
    const made = await makeContract(t.owner, company.id, client.id, { price: PRICE, cutDay: 30 })
    contracts.push({ ...made, client })
  }
  return { company, financial, contracts }
}

async function announce(it: Desk): Promise<string> {
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const { data } = await it.financial.call(outageApi.announce, {
    body: { outage: { ...outage, started_at: STARTED_AT } },
  })
  await applyOutages(t, it)
  return data.id
}

async function end(it: Desk, id: string): Promise<void> {
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at: ENDED_AT } })
  await applyOutages(t, it)
}

const listOf = (by: Person, outage_id: string, query: object = {}) =>
  by.call(outageApi.contracts, { query: { outage_id, ...query } })

test('SUS-07 los contratos de una falla se listan con sus minutos y lo que se compensa, y suman las cifras de la falla', async () => {
  const it = await desk(3)
  const [first, second, suspended] = it.contracts
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'arrears', '2026-11-01')`,
    [it.company.id, suspended?.id],
  )
  const id = await announce(it)
  expect((await listOf(it.financial, id)).data.map(({ minutes }) => minutes)).toEqual([0, 0, 0])
  await end(it, id)
  await bill(t, it, '2026-11')
  const { data, meta } = await listOf(it.financial, id)
  expect(data).toMatchObject([
    { no_contract: first?.no_contract, minutes: 600, billed: 83_300, waiting: 0 },
    { no_contract: second?.no_contract, minutes: 600, billed: 83_300, waiting: 0 },
    { no_contract: suspended?.no_contract, minutes: 0, billed: 0, waiting: 0 },
  ])
  const figures = (await it.financial.call(outageApi.get, { params: { id } })).data
  expect(meta.total).toBe(figures.contracts)
  const total = (pick: (row: (typeof data)[number]) => number) => data.reduce((all, row) => all + pick(row), 0)
  expect([total(({ billed }) => billed), total(({ waiting }) => waiting)]).toEqual([
    figures.compensation.billed,
    figures.compensation.waiting,
  ])
  expect(data.filter(({ billed, waiting }) => billed + waiting > 0)).toHaveLength(figures.compensation.contracts)
})

test('SUS-07 OPS-06 la lista se busca por contrato, nombre o documento, y se descarga entera', async () => {
  const it = await desk(3)
  const [, second] = it.contracts
  const id = await announce(it)
  for (const q of [second?.no_contract.toLowerCase(), second?.client.identification]) {
    const { data, meta } = await listOf(it.financial, id, { q })
    expect([data.map(({ no_contract }) => no_contract), meta.total]).toEqual([[second?.no_contract], 1])
  }
  const page = await listOf(it.financial, id, { page: 2, page_size: 2 })
  expect([page.data.length, page.meta.total]).toEqual([1, 3])
  const file = await it.financial.ask(exportApi.create, {
    body: { list: 'outage_contracts', format: 'csv', query: `outage_id=${id}` },
  })
  expect(file.text.trim().split('\n')).toHaveLength(4)
  expect(file.text).toContain('Minutos sin servicio')
})

test('SUS-07 AUT-07 la falla de otra empresa no tiene lista', async () => {
  const id = await announce(await desk(1))
  const other = await (await t.company()).person('financial')
  const answer = await other.ask(outageApi.contracts, { query: { outage_id: id } })
  expect([answer.status, answer.json.message]).toEqual([404, 'Esa falla no existe'])
})
