import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import type { Movement } from './movement.ts'
import { type Match, type OpenDebt, pair, rememberedKey, tokensOf } from './pairing.ts'

const movement = (fields: Partial<Movement> = {}): Movement => ({
  line: 1,
  on_day: day('2026-12-15'),
  amount: money(7_140_000),
  reference: '1024',
  description: '',
  method: 'transferencia',
  key: 'k',
  problem: null,
  ...fields,
})
const debt = (id: string, balance: number, issued_on = '2026-12-01'): OpenDebt => ({
  id,
  balance: money(balance),
  payable: money(balance),
  issued_on: day(issued_on),
})
const byInvoice: Match = { client_id: 'ana', invoice_id: 'f2', kind: 'invoice' }
const decide = (
  matches: readonly Match[],
  debts: OpenDebt[],
  fields: Partial<Movement> = {},
  claimed = new Set<string>(),
) =>
  pair(movement(fields), matches, {
    debts: new Map([['ana', debts]]),
    today: day('2026-12-20'),
    closedThrough: day('2026-11-30'),
    claimed,
  })

test('TRX-03 es seguro solo con un cliente, su número o documento y el valor exacto', () => {
  expect(decide([byInvoice], [debt('f1', 5_000_000), debt('f2', 7_140_000)])).toMatchObject({
    state: 'certain',
    client_id: 'ana',
    invoice_id: 'f2',
  })
  const byDocument: Match = { client_id: 'ana', invoice_id: null, kind: 'document' }
  expect(decide([byDocument], [debt('f1', 5_000_000), debt('f2', 2_140_000)])).toMatchObject({
    state: 'certain',
    invoice_id: null,
  })
  expect(decide([byInvoice], [debt('f2', 7_140_001)])).toMatchObject({
    state: 'doubtful',
    reason: 'El valor no es lo que debe',
  })
  expect(decide([byInvoice, { ...byDocument, client_id: 'luis' }], [debt('f2', 7_140_000)])).toMatchObject({
    state: 'doubtful',
    reason: 'La referencia puede ser de varios clientes',
  })
})

test('TRX-03 nunca paga solo una factura emitida después, un día cerrado ni lo mismo dos veces', () => {
  expect(decide([byInvoice], [debt('f2', 7_140_000, '2026-12-16')])).toMatchObject({ state: 'doubtful' })
  expect(decide([byInvoice], [debt('f2', 7_140_000, '2026-11-01')], { on_day: day('2026-11-30') })).toMatchObject({
    state: 'doubtful',
    reason: 'Ese día ya está cerrado en los libros',
  })
  expect(decide([byInvoice], [debt('f2', 7_140_000)], { on_day: day('2026-12-21') })).toMatchObject({
    state: 'doubtful',
    reason: 'Su fecha es futura: revísala con el banco',
  })
  const claimed = new Set<string>()
  expect(decide([byInvoice], [debt('f2', 7_140_000)], {}, claimed).state).toBe('certain')
  expect(decide([byInvoice], [debt('f2', 7_140_000)], {}, claimed)).toMatchObject({
    state: 'doubtful',
    reason: 'Otro movimiento de este archivo paga lo mismo',
  })
})

test('TRX-03 por el nombre o el valor solos queda por revisar, y sin nada queda sin identificar', () => {
  const weak: Match = { client_id: 'ana', invoice_id: 'f2', kind: 'name' }
  expect(decide([weak, { ...weak, client_id: 'luis', kind: 'amount' }], [debt('f2', 7_140_000)])).toMatchObject({
    state: 'doubtful',
    candidates: [weak],
  })
  expect(decide([], [])).toMatchObject({ state: 'unknown', candidates: [] })
  expect(decide([byInvoice], [], { problem: 'outgoing' })).toMatchObject({ state: 'ignored' })
  expect(decide([byInvoice], [], { problem: 'returned' })).toMatchObject({ state: 'unknown' })
})

test('TRX-03 una referencia que una persona asignó es de su cliente, y con otro cliente a la vista es una duda', () => {
  const remembered: Match = { client_id: 'ana', invoice_id: null, kind: 'remembered' }
  expect(decide([remembered], [debt('f2', 7_140_000)])).toMatchObject({ state: 'certain', client_id: 'ana' })
  expect(decide([{ ...byInvoice, client_id: 'luis' }, remembered], [debt('f2', 7_140_000)])).toMatchObject({
    state: 'doubtful',
  })
  expect(rememberedKey('000 7710-2400')).toBe('77102400')
  // Every client who pays so has these words.
  expect([rememberedKey('PAGO NEQUI'), rememberedKey('12')]).toEqual([null, null])
})

test('TRX-03 un número solo cuenta en la referencia; en el texto cuentan AF-1024 y los documentos', () => {
  const tokens = tokensOf({ reference: '00001024', description: 'PAGO 55 AF-2072 CC 1020345678' }, 'any')
  expect(tokens).toEqual(
    expect.arrayContaining([
      { kind: 'invoice', text: '1024' },
      { kind: 'contract', text: '1024' },
      { kind: 'document', text: '1024' },
      { kind: 'invoice', text: 'AF-2072' },
      { kind: 'document', text: '1020345678' },
    ]),
  )
  expect(tokens.some(({ text }) => text === '55')).toBe(false)
  expect(tokensOf({ reference: '771024', description: '' }, 'contract').map(({ kind }) => kind)).toEqual([
    'remembered',
    'contract',
  ])
})
