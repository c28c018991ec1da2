import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { parseInvoiceNumber } from '#domain/ledger/number.ts'
import { badgesOf, overdueOf, payableOf, statusOf } from './invoice.ts'

const debt = (changes: object = {}) => ({
  total: money(100),
  balance: money(100),
  credited: money(0),
  disputed_amount: money(0),
  last_payable_on: day('2026-12-05'),
  extended_amount: money(0),
  extended_to_on: null,
  agreed_to_on: null,
  ...changes,
})

test('INV-09 pagado, pendiente, vencido y anulado se derivan de los valores y del día', () => {
  expect(statusOf(debt(), day('2026-12-05'))).toBe('pendiente')
  expect(statusOf(debt(), day('2026-12-06'))).toBe('vencido')
  expect(statusOf(debt({ balance: money(0) }), day('2027-12-06'))).toBe('pagado')
  expect(statusOf(debt({ balance: money(0), credited: money(100) }), day('2026-12-01'))).toBe('anulado')
  expect(statusOf(debt({ credited: money(100) }), day('2026-12-05'))).toBe('pendiente')
  expect(badgesOf(debt({ balance: money(40) }), false, day('2026-12-05'))).toEqual(['parcial'])
  expect(badgesOf(debt({ balance: money(60), credited: money(40) }), false, day('2026-12-05'))).toEqual([])
})

test('INV-11 lo que está en reclamo no se cobra ni se vence', () => {
  expect(payableOf(debt({ disputed_amount: money(30) }))).toBe(70)
  expect(statusOf(debt({ disputed_amount: money(100) }), day('2027-01-01'))).toBe('pendiente')
  expect(statusOf(debt({ disputed_amount: money(30) }), day('2027-01-01'))).toBe('vencido')
  // 60 were disputed and may be paid until 20 December; the other 40 keep their day, and are paid first.
  const extended = { extended_amount: money(60), extended_to_on: day('2026-12-20') }
  const on = (date: string, changes: object = {}) => overdueOf(debt({ ...extended, ...changes }), day(date))
  expect([on('2026-12-05'), on('2026-12-06'), on('2026-12-20'), on('2026-12-21')]).toEqual([0, 40, 40, 100])
  const paid = { balance: money(50) }
  expect([on('2026-12-06', paid), on('2026-12-21', paid)]).toEqual([0, 50])
  expect(badgesOf(debt({ disputed_amount: money(30) }), false, day('2026-12-05'))).toEqual(['en_reclamo'])
  expect(badgesOf(debt({ balance: money(40) }), true, day('2026-12-05'))).toEqual(['parcial', 'en_proceso'])
})

test('INV-01 el número se lee como la gente lo escribe', () => {
  for (const text of ['AF-1024', 'af 1024', ' AF1024 '])
    expect(parseInvoiceNumber(text)).toEqual({ prefix: 'AF', number: 1024 })
  for (const text of ['1024', 'Ana', 'AF-', 'AF-10-2']) expect(parseInvoiceNumber(text)).toBe(null)
})
