import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_CHART } from '#domain/accounting/chart.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { breachesOf, type Desk, makeDesk, pay, refund, reverse } from '#test/credit-desk.ts'
import { makeClient } from '#test/factory.ts'
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
const spend = ({ financial }: Box, id: string, amount: number) =>
  financial.call(cashTurnApi.move, {
    params: { id },
    body: { movement: { kind: 'expense', amount, reason: 'Papelería' } },
    headers: { 'idempotency-key': randomUUID() },
  })
const count = async ({ financial }: Box, id: string, total: number) =>
  (await financial.call(cashTurnApi.count, { params: { id }, body: { count: { total } } })).data

test('CSH-03 una devolución en efectivo no pasa de lo que hay en la caja', async () => {
  const box = await makeBox()
  const { id } = await open(box, 10_000)
  await pay(box, 30_000, { method: 'transferencia' })
  const more = await refund(box, 10_001, { method: 'efectivo' })
  expect([more.status, more.json.errors?.[0]?.field]).toEqual([422, 'refund.amount'])
  expect((await refund(box, 10_001, { method: 'transferencia' })).status).toBe(201)
  expect((await refund(box, 6_000, { method: 'efectivo' })).status).toBe(201)
  expect((await count(box, id, 4_000)).difference).toBe(0)
})

/** Sends both requests, and lets neither take its number before both wait: for it, or for the other one. */
async function together<T>(box: Box, kind: string, send: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await t.owner.connect()
  const countWaiting = async () => {
    const { rows } = await t.owner.query<{ count: number }>(
      `select count(distinct pid)::int as count from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    )
    return rows[0]?.count
  }
  try {
    await holder.query('begin')
    const held = 'select from counters where company_id = $1 and kind = $2 for update'
    expect((await holder.query(held, [box.company.id, kind])).rowCount).toBe(1)
    const sent = Promise.all(send.map((one) => one()))
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(send.length)
    await holder.query('commit')
    return await sent
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Another client of the company. */
const anotherClient = async (box: Box): Promise<Box> => ({
  ...box,
  clientId: (await makeClient(t.owner, box.company.id)).id,
})

test('CSH-03 dos devoluciones al tiempo a dos clientes no sacan el mismo efectivo', async () => {
  const box = await makeBox()
  const other = await anotherClient(box)
  const { id } = await open(box, 10_000)
  await pay(box, 30_000, { method: 'transferencia' })
  await pay(other, 30_000, { method: 'transferencia' })
  expect((await refund(box, 1_000)).status).toBe(201)
  const both = await together(
    box,
    'refund',
    [box, other].map((one) => () => refund(one, 6_000, { method: 'efectivo' })),
  )
  expect(both.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([201, 422])
  expect((await count(box, id, 4_000)).difference).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-03 un pago se reversa mientras la caja tenga su efectivo; si no, dice qué hacer y no queda nada a medias', async () => {
  const box = await makeBox()
  const { id } = await open(box, 0)
  const typedTwice = [await pay(box, 20_000), await pay(box, 20_000)]
  // The money of the second one never came: without it the box has what the count finds.
  expect((await reverse(box, String(typedTwice[1]?.id))).status).toBe(201)
  expect((await count(box, id, 20_000)).difference).toBe(0)
  await spend(box, id, 15_000)
  const refused = await reverse(box, String(typedTwice[0]?.id))
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'En la caja del turno 1 no hay ese efectivo: registra primero los pagos en efectivo que falten. Si el dinero no sale de esa caja, reversa el pago cuando el turno ya esté cerrado, sin un turno abierto de esa caja.',
  ])
  const counted = await count(box, id, 5_000)
  expect(counted.difference).toBe(0)
  await box.financial.call(cashTurnApi.close, { params: { id }, body: { closing: { count_id: counted.id } } })
  // A payment of a closed turn also leaves the box of the turn that pays it back.
  await open(box, 5_000)
  expect((await reverse(box, String(typedTwice[0]?.id))).json.message).toContain('En la caja del turno 2 no hay')
  const received = await pay(box, 15_000)
  expect((await reverse(box, String(typedTwice[0]?.id))).json.message).toContain('El efectivo sale del turno de caja 2')
  expect((await reverse(box, String(typedTwice[0]?.id))).json.message).toBe('Ese pago ya está reversado')
  const admin = await box.company.person('admin')
  await admin.call(cashTurnApi.setRule, { body: { rule: { requires_turn: true } } })
  expect((await reverse(box, received.id)).json.message).toContain('ya esté cerrado, desde un turno que lo tenga')
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-03 dos reversos al tiempo de dos clientes no sacan el mismo efectivo', async () => {
  const box = await makeBox()
  const other = await anotherClient(box)
  const { id } = await open(box, 0)
  const paid = [await pay(box, 6_000), await pay(other, 6_000)] as const
  const third = await pay(box, 1_000)
  expect((await reverse(box, third.id)).status).toBe(201)
  await spend(box, id, 2_000)
  const both = await together(box, 'reversal', [() => reverse(box, paid[0].id), () => reverse(other, paid[1].id)])
  expect(both.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([201, 409])
  expect((await count(box, id, 4_000)).difference).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-04 si la empresa exige turno, el efectivo de un pago reversado tampoco sale sin un turno abierto', async () => {
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

test('CSH-03 un pago falso de un turno cerrado se reversa sin que el turno de hoy espere menos: lo nombra y no sale efectivo', async () => {
  const box = await makeBox()
  const first = await open(box, 50_000)
  const wrong = await pay(box, 20_000)
  const counted = await count(box, first.id, 50_000)
  expect(counted.difference).toBe(-2_000_000)
  const closing = { count_id: counted.id, reason: 'Falta un pago' }
  await box.financial.call(cashTurnApi.close, { params: { id: first.id }, body: { closing } })
  const second = await open(box, 50_000)
  const reversed = await box.financial.ask(manualPaymentApi.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Nunca pagó', leaves_box: false },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(reversed.json.message).toMatch(/No sale efectivo de ninguna caja: ese dinero nunca entró$/)
  const { data: turn } = await box.financial.call(cashTurnApi.get, { params: { id: second.id } })
  expect(turn.entries.map(({ kind, document, amount }) => [kind, document, amount])).toEqual([
    ['reversal', 'Reverso 1: Nunca pagó. El recibo 1 nunca entró a la caja: no sale efectivo', 0],
  ])
  const last = await count(box, second.id, 50_000)
  expect(last.difference).toBe(0)
  await box.financial.call(cashTurnApi.close, { params: { id: second.id }, body: { closing: { count_id: last.id } } })
  expect(await breachesOf(t)).toEqual([])
  // The books: the payment and what the first turn missed leave the cash as it is, and the reversal takes back what was missing.
  await box.financial.call(voucherApi.create, { body: { batch: { through_on: '2026-11-20' } } })
  const file = await box.financial.ask(voucherApi.file, { params: { number: '1' }, body: { template: 'plain' } })
  const lines = file.text.trim().split('\r\n').slice(1)
  const totalOf = (account: string) =>
    lines
      .map((line) => line.split(';'))
      .filter((line) => line[3] === account)
      .reduce((total, line) => total + Number(line[7] || 0) - Number(line[8] || 0), 0)
  expect([totalOf(DEFAULT_CHART.cash), totalOf(DEFAULT_CHART.cash_short)]).toEqual([0, 0])
})

test('CSH-03 mientras el turno del pago sigue abierto, un pago falso sale con él; y solo de un pago en efectivo se dice', async () => {
  const box = await makeBox()
  const { id } = await open(box, 50_000)
  const [wrong, transfer] = [await pay(box, 20_000), await pay(box, 10_000, { method: 'transferencia' })]
  const reverseStaying = (payment: string) =>
    box.financial.ask(manualPaymentApi.reverse, {
      params: { id: payment },
      body: { reason: 'Nunca pagó', leaves_box: false },
      headers: { 'idempotency-key': randomUUID() },
    })
  expect((await reverseStaying(wrong.id)).status).toBe(201)
  expect((await count(box, id, 50_000)).difference).toBe(0)
  const refused = await reverseStaying(transfer.id)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'leaves_box'])
})
