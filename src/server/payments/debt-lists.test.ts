import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { charge, type Desk, makeDesk, pay } from '#test/credit-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const PESO = 100

/** One more client of a desk, with an active contract. */
async function another(desk: Desk): Promise<Desk & { planId: string }> {
  const { id: clientId } = await makeClient(t.owner, desk.company.id)
  const { no_contract, planId } = await makeContract(t.owner, desk.company.id, clientId, { stratum: 1 })
  return { ...desk, clientId, no_contract, planId }
}

test('CLI-01 los clientes se filtran por deuda, su edad, plan y municipio, se ordenan por saldo, y el total es el del filtro', async () => {
  const old = await makeDesk(t)
  const [middle, recent] = [await another(old), await another(old)]
  const [credited, free] = [await another(old), await another(old)]
  t.setNow(new Date('2026-08-03T15:00:00Z'))
  await charge(old, 10_000)
  t.setNow(new Date('2026-09-25T15:00:00Z'))
  await charge(middle, 7_000)
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  await charge(recent, 30_000)
  await charge(credited, 1_000)
  await pay(credited, 6_000)
  await t.owner.query(`update clients set municipality_code = '05266' where id = $1`, [recent.clientId])
  await t.owner.query(`update contracts set status = 'terminated', active_to = '2026-11-01' where client_id = $1`, [
    free.clientId,
  ])

  const list = async (query: object) => (await old.financial.call(clientApi.list, { query: { ...query } })).data
  const ids = async (query: object) => (await list(query)).map(({ id }) => id).toSorted()
  const total = async (query: object = {}) =>
    (await old.financial.call(clientApi.total, { query: { ...query } })).data.debt / PESO
  const sorted = (...desks: Desk[]) => desks.map(({ clientId }) => clientId).toSorted()

  expect(await ids({ debt: 'any' })).toEqual(sorted(old, middle, recent))
  expect(await ids({ debt: '30' })).toEqual(sorted(old, middle))
  expect(await ids({ debt: '60' })).toEqual(sorted(old))
  expect(await ids({ debt: '90' })).toEqual(sorted(old))
  expect(await ids({ debt: '30', municipality_code: '05266' })).toEqual([])
  expect(await ids({ municipality_code: '05266' })).toEqual(sorted(recent))
  expect(await ids({ plan_id: recent.planId })).toEqual(sorted(recent))
  // A contract that ended is not a plan of the client.
  expect(await ids({ plan_id: free.planId })).toEqual([])
  expect((await list({ sort: '-balance' })).map(({ balance }) => balance / PESO)).toEqual([
    30_000, 10_000, 7_000, 0, -5_000,
  ])
  expect((await list({ sort: 'balance', debt: 'any' })).map(({ id }) => id)).toEqual([
    middle.clientId,
    old.clientId,
    recent.clientId,
  ])
  const page = await old.financial.call(clientApi.list, { query: { sort: '-balance', page: 2, page_size: 1 } })
  expect(page).toMatchObject({ data: [{ id: old.clientId }], meta: { total: 5 } })

  expect(await total()).toBe(47_000)
  expect(await total({ debt: '90' })).toBe(10_000)
  expect(await total({ plan_id: recent.planId })).toBe(30_000)
  expect(await total({ q: 'nadie' })).toBe(0)
  for (const query of [{ debt: '45' }, { municipality_code: '5' }, { plan_id: 'x' }])
    expect((await old.financial.ask(clientApi.list, { query: { ...query } })).status).toBe(400)
})

test('INV-01 la suma de lo que falta es la de todas las facturas del filtro, no solo la de la página', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const desk = await makeDesk(t)
  const other = await another(desk)
  for (const price of [10_000, 20_000, 30_000]) await charge(desk, price)
  await charge(other, 5_000)
  await pay(desk, 15_000)
  const total = async (query: object = {}) =>
    (await desk.financial.call(invoiceApi.total, { query: { ...query } })).data.balance / PESO
  expect(await total()).toBe(50_000)
  expect(await total({ client_id: other.clientId })).toBe(5_000)
  expect(await total({ q: desk.no_contract })).toBe(45_000)
  expect(await total({ status: 'pagado' })).toBe(0)
  expect(await total({ balance: 'con_deuda', period: '2026-11' })).toBe(50_000)
  expect(await total({ from: '2026-11-21' })).toBe(0)
  // The same sum as that of the rows.
  const { data } = await desk.financial.call(invoiceApi.list, { query: { status: 'pendiente' } })
  expect(data.reduce((sum, { balance }) => sum + balance, 0) / PESO).toBe(await total({ status: 'pendiente' }))
})
