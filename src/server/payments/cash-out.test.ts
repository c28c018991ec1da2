import { afterAll, beforeEach, expect, test } from 'vitest'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { breachesOf, type Desk, makeDesk, pay, refund, reverse } from '#test/credit-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

type Box = Desk & { box: string }

/** A desk with a cash box that receives the cash. */
async function makeBox(): Promise<Box> {
  const desk = await makeDesk(t)
  const account = { name: 'Caja centro', kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] }
  const { data } = await desk.financial.call(moneyAccountApi.create, { body: { account } })
  return { ...desk, box: data.id }
}

const open = async ({ financial, box }: Box, base: number) =>
  (await financial.call(cashTurnApi.open, { body: { turn: { account_id: box, base } } })).data
const count = async ({ financial }: Box, id: string, total: number) =>
  (await financial.call(cashTurnApi.count, { params: { id }, body: { count: { total } } })).data

test('una devolución en efectivo no pasa de lo que hay en la caja, tampoco con dos al tiempo', async () => {
  const box = await makeBox()
  const { id } = await open(box, 10_000)
  await pay(box, 30_000, { method: 'transferencia' })
  const more = await refund(box, 10_001, { method: 'efectivo' })
  expect([more.status, more.json.errors?.[0]?.field]).toEqual([422, 'refund.amount'])
  expect((await refund(box, 10_001, { method: 'transferencia' })).status).toBe(201)
  const both = await Promise.all([1, 2].map(() => refund(box, 6_000, { method: 'efectivo' })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422])
  expect((await count(box, id, 4_000)).difference).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('si la empresa exige turno, el efectivo de un pago reversado tampoco sale sin un turno abierto', async () => {
  const box = await makeBox()
  const first = await open(box, 100_000)
  const paid = await pay(box, 10_000)
  const { id: count_id } = await count(box, first.id, 110_000)
  await box.financial.call(cashTurnApi.close, { params: { id: first.id }, body: { closing: { count_id } } })
  const admin = await box.company.person('admin')
  await admin.call(cashTurnApi.setRule, { body: { rule: { requires_turn: true } } })
  const without = await reverse(box, paid.id)
  expect([without.status, without.json.message]).toEqual([409, expect.stringContaining('abre tu turno')])
  await open(box, 110_000)
  expect((await reverse(box, paid.id)).json.message).toContain('El efectivo sale del turno de caja 2')
})
