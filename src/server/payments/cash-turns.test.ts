import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { auditApi } from '#domain/audit/api.ts'
import { exportApi } from '#domain/exports/api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { breachesOf, type Desk, makeDesk, pay, refund, reverse } from '#test/credit-desk.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

type Box = Desk & { admin: Person; box: string; bank: string }

/** A desk with a cash box that receives the cash, and a bank account. */
async function makeBox(): Promise<Box> {
  const desk = await makeDesk(t)
  const add = async (account: object) =>
    (await desk.financial.call(moneyAccountApi.create, { body: { account } })).data.id
  const cash = { name: 'Caja centro', kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] }
  const bank = { name: 'Ahorros', kind: 'bank', bank: 'Bancolombia', last_digits: '1234', default_for: [] }
  return { ...desk, admin: await desk.company.person('admin'), box: await add(cash), bank: await add(bank) }
}

const tryOpen = (by: Person, account_id: string, base: unknown = 100_000) =>
  by.ask(cashTurnApi.open, { body: { turn: { account_id, base } } })
const open = async ({ financial, box }: Box, base = 100_000, reason: object = {}) =>
  (await financial.call(cashTurnApi.open, { body: { turn: { account_id: box, base, ...reason } } })).data
const move = (by: Person, id: string, movement: object) =>
  by.ask(cashTurnApi.move, { params: { id }, body: { movement }, headers: { 'idempotency-key': randomUUID() } })
const spend = (by: Person, id: string, amount: number) => move(by, id, { kind: 'expense', amount, reason: 'Papelería' })
const tryCount = (by: Person, id: string, count: object) =>
  by.ask(cashTurnApi.count, { params: { id }, body: { count } })
const count = async (by: Person, id: string, total: number) =>
  (await by.call(cashTurnApi.count, { params: { id }, body: { count: { total } } })).data
const close = (by: Person, id: string, count_id: string, reason?: string) =>
  by.ask(cashTurnApi.close, {
    params: { id },
    body: { closing: { count_id, ...(reason === undefined ? {} : { reason }) } },
  })
const read = async (by: Person, id: string) => (await by.call(cashTurnApi.get, { params: { id } })).data
const tryPay = ({ financial, clientId }: Desk, changes: object = {}) =>
  financial.ask(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on: '2026-11-20', ...changes } },
    headers: { 'idempotency-key': randomUUID() },
  })
const problemOf = ({ status, json }: { status: number; json: { errors?: { field: string }[] } }) => [
  status,
  json.errors?.[0]?.field,
]

test('CSH-02 un turno cierra con su base, lo recibido, lo reversado, lo devuelto, los gastos y lo consignado', async () => {
  const box = await makeBox()
  const turn = await open(box)
  expect(turn).toMatchObject({ number: 1, state: 'open', account: { name: 'Caja centro' }, totals: null, counts: null })
  const [first, second] = [await pay(box, 50_000), await pay(box, 30_000)]
  expect(first.turn).toEqual({ id: turn.id, number: 1 })
  await pay(box, 70_000, { method: 'transferencia' })
  expect((await reverse(box, second.id)).json.message).toContain('El efectivo sale del turno de caja 1')
  expect((await refund(box, 5_000, { method: 'efectivo' })).status).toBe(201)
  expect((await spend(box.financial, turn.id, 8_000)).status).toBe(201)
  const deposit = { kind: 'deposit', amount: 100_000, to_account_id: box.bank, reference: '778' }
  expect((await move(box.financial, turn.id, deposit)).json.message).toContain('Ahorros')
  const pieces = [
    { pesos: 20_000, count: 1 },
    { pesos: 5_000, count: 3 },
    { pesos: 1_000, count: 1 },
  ]
  const counted = await tryCount(box.financial, turn.id, { pieces })
  expect(counted.json).toMatchObject({ message: 'Faltan $ 1.000,00', data: { counted: 36_000, expected: 37_000 } })
  const id = String(Object(counted.json.data).id)
  const without = await close(box.financial, turn.id, id)
  expect(problemOf(without)).toEqual([422, 'closing.reason'])
  const closed = await close(box.financial, turn.id, id, 'Se dieron mal las vueltas')
  expect([closed.status, closed.json.message]).toEqual([201, 'Cerraste el turno 1. Faltan $ 1.000,00'])
  const after = await read(box.admin, turn.id)
  expect(after).toMatchObject({
    state: 'closed',
    closed: { counted: 3_600_000, expected: 3_700_000, difference: -100_000, reason: 'Se dieron mal las vueltas' },
    totals: { payment: 8_000_000, reversal: 3_000_000, refund: 500_000, expense: 800_000, deposit: 10_000_000 },
    counts: [{ pieces, difference: -100_000 }],
    entry_count: 6,
  })
  expect(after.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['deposit', -10_000_000],
    ['expense', -800_000],
    ['refund', -500_000],
    ['reversal', -3_000_000],
    ['payment', 3_000_000],
    ['payment', 5_000_000],
  ])
  const signed = (kind: string) => after.entries.find((one) => one.kind === kind)?.by
  expect(signed('reversal')).not.toBe('')
  expect(signed('reversal')).toBe(signed('payment'))
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-01 el conteo es a ciegas: mientras está abierto nadie lee los totales, y cada conteo queda guardado', async () => {
  const box = await makeBox()
  const { id } = await open(box)
  await pay(box, 20_000)
  expect(await read(box.financial, id)).toMatchObject({ totals: null, counts: null, closed: null, entry_count: 1 })
  await count(box.financial, id, 90_000)
  const right = await count(box.financial, id, 120_000)
  expect(right.difference).toBe(0)
  expect((await close(box.financial, id, right.id)).status).toBe(201)
  const { counts } = await read(box.financial, id)
  expect(counts?.map(({ counted, difference }) => [counted, difference])).toEqual([
    [12_000_000, 0],
    [9_000_000, -3_000_000],
  ])
})

test('CSH-01 un turno se cierra una sola vez, también con dos cierres al tiempo, y cerrado no cambia', async () => {
  const box = await makeBox()
  const { id } = await open(box)
  const counted = await count(box.financial, id, 100_000)
  const answers = await Promise.all([
    close(box.financial, id, counted.id),
    close(box.admin, id, counted.id),
    close(box.financial, id, counted.id),
  ])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  expect((await spend(box.financial, id, 1_000)).status).toBe(409)
  expect((await tryCount(box.financial, id, { total: 1 })).status).toBe(409)
  const closed = (await t.events(box.company.id)).filter((name) => name === 'cash_turn.closed')
  expect(closed).toHaveLength(1)
  const change = (set: string) => t.owner.query(`update cash_turns set ${set} where id = $1`, [id])
  await expect(change(`reason = 'otro'`)).rejects.toThrow(/is closed/)
  await expect(change('closed_at = null')).rejects.toThrow(/is closed/)
  const late = t.owner.query(
    `insert into cash_movements (company_id, turn_id, kind, amount, on_day, reason, registered_by)
     values ($1, $2, 'expense', 1, '2026-11-20', 'x', 'x')`,
    [box.company.id, id],
  )
  await expect(late).rejects.toThrow(/turn is closed/)
})

test('CSH-02 un pago mientras se cierra queda en este turno o en ninguno, y nunca se pierde', async () => {
  for (let round = 0; round < 8; round += 1) {
    const box = await makeBox()
    const { id } = await open(box)
    const counted = await count(box.financial, id, 100_000)
    const [closing, ...paid] = await Promise.all([
      close(box.financial, id, counted.id),
      tryPay(box),
      tryPay(box, { amount: 20_000 }),
    ])
    expect(paid.map(({ status }) => status)).toEqual([201, 201])
    const { data } = await box.financial.call(manualPaymentApi.list)
    const inTurn = data.filter(({ turn }) => turn?.id === id)
    expect(data).toHaveLength(2)
    // A closing with a payment that was not counted is refused: the person counts again.
    expect(closing.status).toBe(inTurn.length === 0 ? 201 : 409)
    const turn = await read(box.financial, id)
    expect(turn.entry_count).toBe(inTurn.length)
  }
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-01 dos turnos al tiempo de la misma persona y caja: queda uno, y otra persona abre el suyo', async () => {
  const box = await makeBox()
  const answers = await Promise.all([tryOpen(box.financial, box.box), tryOpen(box.financial, box.box)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  expect((await tryOpen(box.admin, box.box)).json).toMatchObject({ data: { number: 2 } })
  expect(problemOf(await tryOpen(box.admin, box.bank))).toEqual([422, 'turn.account_id'])
  expect((await box.financial.call(cashTurnApi.desk)).data).toMatchObject({
    open: [{ number: 1 }],
    requires_turn: false,
  })
})

test('CSH-05 un turno no lo ve ni lo toca alguien de otra empresa, ni otra persona que no administra', async () => {
  const [box, other] = [await makeBox(), await makeBox()]
  const { id } = await open(box)
  const counted = await count(box.financial, id, 100_000)
  const outsiders = [other.financial, other.admin, await box.company.person('financial')]
  for (const outsider of outsiders) {
    const answers = [
      await outsider.ask(cashTurnApi.get, { params: { id } }),
      await spend(outsider, id, 1_000),
      await tryCount(outsider, id, { total: 1 }),
      await close(outsider, id, counted.id),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await outsider.call(cashTurnApi.list)).data).toEqual([])
  }
  expect(problemOf(await tryOpen(other.financial, box.box))).toEqual([404, 'turn.account_id'])
  const foreign = { kind: 'deposit', amount: 1_000, to_account_id: other.bank, reference: '1' }
  expect(problemOf(await move(box.financial, id, foreign))).toEqual([404, 'movement.to_account_id'])
  const otherTurn = await open(other)
  const strange = await count(other.financial, otherTurn.id, 100_000)
  expect(problemOf(await close(box.financial, id, strange.id))).toEqual([404, 'closing.count_id'])
  expect((await close(box.admin, id, counted.id)).status).toBe(201)
})

test('CSH-01 un valor negativo, enorme, con centavos o mal contado se rechaza en su campo', async () => {
  const box = await makeBox()
  const { financial } = box
  for (const base of [-1, 1_000_000_001, 0.5, 'x']) {
    expect(problemOf(await tryOpen(financial, box.box, base))).toEqual([400, 'turn.base'])
  }
  const { id } = await open(box)
  const deposit = { kind: 'deposit', amount: 1_000 }
  const moves: [object, number, string][] = [
    [{ kind: 'expense', amount: 0, reason: 'x' }, 400, 'movement.amount'],
    [{ kind: 'expense', amount: -5, reason: 'x' }, 400, 'movement.amount'],
    [{ kind: 'expense', amount: 9_000_000_000, reason: 'x' }, 400, 'movement.amount'],
    [{ kind: 'expense', amount: 100_001, reason: 'x' }, 422, 'movement.amount'],
    [{ kind: 'expense', amount: 1_000 }, 400, 'movement.reason'],
    [{ ...deposit, reference: '1' }, 400, 'movement.to_account_id'],
    [{ ...deposit, to_account_id: box.bank }, 400, 'movement.reference'],
    [{ ...deposit, to_account_id: box.box, reference: '1' }, 404, 'movement.to_account_id'],
  ]
  for (const [movement, status, field] of moves) {
    expect(problemOf(await move(financial, id, movement))).toEqual([status, field])
  }
  const note = { pesos: 2_000, count: 1 }
  const counts: [object, string][] = [
    [{}, 'count.total'],
    [{ total: 1, pieces: [] }, 'count.total'],
    [{ total: -1 }, 'count.total'],
    [{ pieces: [{ pesos: 3_000, count: 1 }] }, 'count.pieces.0.pesos'],
    [{ pieces: [{ pesos: 2_000, count: -1 }] }, 'count.pieces.0.count'],
    [{ pieces: [{ pesos: 2_000, count: 1.5 }] }, 'count.pieces.0.count'],
    [{ pieces: [note, note] }, 'count.pieces'],
  ]
  for (const [body, field] of counts) expect(problemOf(await tryCount(financial, id, body))).toEqual([400, field])
  expect((await read(financial, id)).entry_count).toBe(0)
})

test('CSH-04 si la empresa exige turno, sin turno no se recibe ni se devuelve efectivo, y lo demás sigue', async () => {
  const box = await makeBox()
  await pay(box, 40_000)
  const rule = (by: Person, requires_turn: boolean) =>
    by.ask(cashTurnApi.setRule, { body: { rule: { requires_turn } } })
  expect((await rule(box.financial, true)).status).toBe(403)
  expect((await rule(box.admin, true)).status).toBe(200)
  const refused = await tryPay(box)
  expect(problemOf(refused)).toEqual([409, 'payment.method'])
  expect(refused.json.message).toContain('abre tu turno')
  expect(problemOf(await tryPay(box, { account_id: box.bank }))).toEqual([409, 'payment.method'])
  expect((await tryPay(box, { method: 'transferencia' })).status).toBe(201)
  expect(problemOf(await refund(box, 1_000, { method: 'efectivo' }))).toEqual([409, 'refund.method'])
  const turn = await open(box)
  expect((await tryPay(box)).json).toMatchObject({ data: { turn: { id: turn.id } } })
  // A turn of another person does not receive the cash of this one.
  const colleague = await box.company.person('financial')
  expect(problemOf(await tryPay({ ...box, financial: colleague }))).toEqual([409, 'payment.method'])
  await rule(box.admin, false)
  expect((await tryPay({ ...box, financial: colleague })).json).toMatchObject({ data: { turn: null } })
})

test('CSH-03 un pago de un turno cerrado se reversa en el turno que entrega el efectivo, o en ninguno, y lo dice', async () => {
  const box = await makeBox()
  const first = await open(box)
  const [one, other] = [await pay(box, 10_000), await pay(box, 20_000)]
  const { id } = await count(box.financial, first.id, 130_000)
  await close(box.financial, first.id, id)
  expect((await reverse(box, one.id)).json.message).toContain(
    'El turno de caja 1 ya está cerrado: el efectivo no sale de ningún turno',
  )
  const second = await open(box, 50_000, { base_reason: 'Se consignó' })
  expect((await reverse(box, other.id)).json.message).toContain('El efectivo sale del turno de caja 2')
  expect((await read(box.financial, first.id)).totals).toMatchObject({ payment: 3_000_000, reversal: 0 })
  expect((await count(box.financial, second.id, 30_000)).difference).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('CSH-01 ACC-03 un turno de ayer se cierra hoy aunque ayer ya esté cerrado en la contabilidad', async () => {
  const box = await makeBox()
  const { id } = await open(box)
  await pay(box, 10_000)
  t.setNow(new Date('2026-11-21T15:00:00Z'))
  await box.financial.call(closingApi.close, { body: { closing: { closed_through: '2026-11-20' } } })
  expect(problemOf(await tryPay(box))).toEqual([409, 'payment.paid_on'])
  expect((await tryPay(box, { paid_on: '2026-11-21' })).status).toBe(201)
  const counted = await count(box.financial, id, 120_000)
  expect((await close(box.financial, id, counted.id)).json).toMatchObject({
    data: { opened_on: '2026-11-20', closed: { on: '2026-11-21' } },
  })
})

test('CSH-05 quien administra ve los turnos de todos, con filtros, archivo y bitácora', async () => {
  const box = await makeBox()
  const { id } = await open(box)
  const counted = await count(box.financial, id, 99_950)
  await close(box.financial, id, counted.id, 'Moneda perdida')
  await tryOpen(box.admin, box.box, 99_950)
  const numbersOf = async (query: Record<string, string>) =>
    (await box.admin.call(cashTurnApi.list, { query })).data.map(({ number }) => number)
  expect(await numbersOf({})).toEqual([2, 1])
  expect(await numbersOf({ sort: 'number' })).toEqual([1, 2])
  expect(await numbersOf({ state: 'closed' })).toEqual([1])
  expect(await numbersOf({ user_id: box.admin.id })).toEqual([2])
  expect(await numbersOf({ account_id: box.bank })).toEqual([])
  expect(await numbersOf({ from: '2026-11-21' })).toEqual([])
  expect(await numbersOf({ from: '2026-11-20', to: '2026-11-20' })).toEqual([2, 1])
  expect((await box.admin.call(cashTurnApi.people)).data.map((person) => person.id)).toHaveLength(2)
  const file = await box.admin.ask(exportApi.create, {
    body: { list: 'cash_turns', format: 'csv', query: 'state=closed' },
  })
  expect(file.text).toMatch(/Caja centro.*Cerrado.*99950.*-50.*Moneda perdida/)
  const { data } = await box.admin.call(auditApi.list, { query: { page: 1, page_size: 20 } })
  const said = data.map(({ sentence }) => sentence)
  expect(said).toContainEqual(expect.stringContaining('cerró el turno 1 de Caja centro, faltan 50 pesos'))
  expect(said).toContainEqual(expect.stringContaining('abrió el turno 1 de Caja centro con una base de 100000 pesos'))
  expect(await box.financial.call(creditApi.get, { params: { client_id: box.clientId } })).toBeTruthy()
})
