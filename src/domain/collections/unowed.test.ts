import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { isCutUnowed } from './unowed.ts'

const cut = { cut_on: day('2026-12-16'), minimum: pesos(10_000), deliveryDays: 5 }
/** An invoice that could be paid until December 10. */
const invoice = (owed: number, is_corrected = false, changes: object = {}) => ({
  owed: pesos(owed),
  disputed: pesos(0),
  is_agreed: false,
  due_on: day('2026-12-10'),
  must_be_sent: false,
  sent_on: null,
  is_corrected,
  ...changes,
})

test.each([
  ['todo se corrigió', [invoice(0, true)], true],
  ['queda menos del mínimo de la política', [invoice(9_999, true)], true],
  ['queda el mínimo', [invoice(10_000, true)], false],
  ['otra factura vencida se debía', [invoice(0, true), invoice(30_000)], false],
  ['la otra no estaba vencida', [invoice(0, true), invoice(30_000, false, { due_on: day('2026-12-16') })], true],
  ['la otra no se había entregado', [invoice(0, true), invoice(30_000, false, { must_be_sent: true })], true],
  ['la otra estaba en reclamo', [invoice(0, true), invoice(30_000, false, { disputed: pesos(30_000) })], true],
  ['la otra se reclamó en parte', [invoice(0, true), invoice(30_000, false, { disputed: pesos(20_000) })], false],
  ['la otra estaba en un acuerdo', [invoice(0, true), invoice(30_000, false, { is_agreed: true })], true],
  ['nada se corrigió', [invoice(0)], false],
  ['no había facturas', [], false],
] as const)('R2.5 la reconexión de un corte sin causa: %s', (_, invoices, expected) => {
  expect(isCutUnowed(invoices, cut)).toBe(expected)
})

test('R2.5 lo que cortó una persona se debía mientras quede algo', () => {
  expect(isCutUnowed([invoice(1, true)], { ...cut, minimum: null })).toBe(false)
  expect(isCutUnowed([invoice(0, true)], { ...cut, minimum: null })).toBe(true)
})
