import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { makeDesk } from '#test/credit-desk.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

type Box = { financial: Person; admin: Person; box: string }

/** A company with a cash box, and two people who open turns of it. */
async function makeBox(): Promise<Box> {
  const { company, financial } = await makeDesk(t)
  const account = { name: 'Caja centro', kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] }
  const { data } = await financial.call(moneyAccountApi.create, { body: { account } })
  return { financial, admin: await company.person('admin'), box: data.id }
}

const tryOpen = (by: Person, account_id: string, base: number) =>
  by.ask(cashTurnApi.open, { body: { turn: { account_id, base } } })
const open = async ({ financial, box }: Box, base = 100_000, reason: object = {}) =>
  (await financial.call(cashTurnApi.open, { body: { turn: { account_id: box, base, ...reason } } })).data
/** Counts a turn and closes it. */
async function end(by: Person, id: string, total: number) {
  const { data } = await by.call(cashTurnApi.count, { params: { id }, body: { count: { total } } })
  return by.ask(cashTurnApi.close, { params: { id }, body: { closing: { count_id: data.id } } })
}
const problemOf = ({ status, json }: { status: number; json: { errors?: { field: string }[] } }) => [
  status,
  json.errors?.[0]?.field,
]

test('CSH-01 un turno que empieza con otro valor que el que dejó el anterior en la caja pide el motivo, y queda escrito', async () => {
  const box = await makeBox()
  const first = await open(box)
  expect(first.received).toBe(null)
  await end(box.financial, first.id, 100_000)
  const without = await tryOpen(box.financial, box.box, 80_000)
  expect([...problemOf(without), without.text]).toEqual([
    422,
    'turn.base_reason',
    expect.stringContaining('cerró con $ 100.000,00. Faltan $ 20.000,00: escribe por qué'),
  ])
  const turn = { account_id: box.box, base: 80_000, base_reason: 'El gerente sacó 20.000' }
  const { data } = await box.financial.call(cashTurnApi.open, { body: { turn } })
  expect(data.received).toEqual({ counted: 10_000_000, difference: -2_000_000, reason: 'El gerente sacó 20.000' })
  const { data: events } = await box.admin.call(auditApi.list, { query: { page: 1, page_size: 20 } })
  expect(events.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringContaining('faltan 20000 pesos de lo que dejó el turno anterior: El gerente sacó 20.000'),
  )
  await end(box.financial, data.id, 80_000)
  const same = await tryOpen(box.admin, box.box, 80_000)
  expect(same.json).toMatchObject({ data: { received: { counted: 80_000, difference: 0, reason: null } } })
})

test('CSH-01 después de dos turnos al tiempo en una caja no se sabe cuánto quedó: el siguiente no pide motivo, y el que sigue a ese sí', async () => {
  const box = await makeBox()
  for (const isFirstClosedLast of [true, false]) {
    const first = await open(box, 100_000)
    const beside = (await tryOpen(box.admin, box.box, 5_000)).json
    // While another turn of the box is open, its cash is in that turn.
    expect(beside).toMatchObject({ data: { received: null } })
    const both = [
      () => end(box.admin, String(Object(beside.data).id), 5_000),
      () => end(box.financial, first.id, 100_000),
    ]
    for (const one of isFirstClosedLast ? both : both.toReversed()) expect((await one()).status).toBe(201)
    const next = await open(box, 105_000)
    expect(next.received).toBe(null)
    await end(box.financial, next.id, 105_000)
    expect(problemOf(await tryOpen(box.financial, box.box, 80_000))).toEqual([422, 'turn.base_reason'])
    const after = await open(box, 105_000)
    expect(after.received).toMatchObject({ difference: 0 })
    await end(box.financial, after.id, 105_000)
    // The next round begins with another base.
    const last = await open(box, 100_000, { base_reason: 'Se consignó' })
    await end(box.financial, last.id, 100_000)
  }
})
