import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#domain/core/days.ts'
import { money, ZERO } from '#domain/core/money.ts'
import { entriesOfAdjustment } from '#domain/ledger/entry.ts'
import { assertConfirmed, assertLimit, closedMessage, closingProblem, limitInForce } from './small-balance.ts'

const ON = day('2026-11-30')
const small = { balance: money(2_400), disputed_amount: ZERO, isHeld: false, last_moved_on: ON }
const max = { value: money(500_000), legal_basis: 'Margen de prudencia' }

test('ACC-05 un saldo pequeño se cierra; uno en reclamo, en proceso, mayor que el límite o movido después de ese día, no', () => {
  const limit = money(5_000)
  expect(closingProblem(small, limit, ON)).toBeNull()
  expect(closingProblem({ ...small, balance: limit }, limit, ON)).toBeNull()
  expect(closingProblem({ ...small, balance: ZERO }, limit, ON)).toBe('ya no tiene saldo')
  expect(closingProblem({ ...small, balance: money(5_001) }, limit, ON)).toBe('su saldo supera el límite')
  expect(closingProblem({ ...small, disputed_amount: money(1) }, limit, ON)).toBe('está en reclamo')
  expect(closingProblem({ ...small, isHeld: true }, limit, ON)).toBe('tiene un pago en proceso')
  expect(closingProblem({ ...small, last_moved_on: addDays(ON, 1) }, limit, ON)).toBe(
    'tiene movimientos después de ese día',
  )
})

test('ACC-05 nunca se cierra lo que está en reclamo ni lo que supera el límite, y el asiento y su reverso dejan todo como estaba', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000 }).map(money)
  fc.assert(
    fc.property(amounts, amounts, amounts, fc.boolean(), (balance, disputed, limit, isHeld) => {
      const debt = { balance, disputed_amount: disputed < balance ? disputed : balance, isHeld, last_moved_on: ON }
      if (closingProblem(debt, limit, ON) !== null) return
      expect([balance > 0, balance <= limit, debt.disputed_amount, isHeld]).toEqual([true, true, 0, false])
      const document = { client_id: 'c', posted_on: ON, adjustment_id: 'a', invoice_id: 'i', amount: balance }
      const entries = [...entriesOfAdjustment(document), ...entriesOfAdjustment({ ...document, isReversal: true })]
      expect(entries.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual([
        ['adjustment', 'receivable', balance],
        ['receivable', 'adjustment', balance],
      ])
    }),
  )
})

test('ACC-05 el límite de la empresa no pasa del tope vigente, y sin tope no se cierra nada', () => {
  assertLimit(null, null)
  assertLimit(max.value, max)
  expect(() => assertLimit(money(500_001), max)).toThrow('El límite puede ser de hasta $ 5.000,00')
  expect(() => assertLimit(money(100), null)).toThrow(/Falta el tope vigente/)
  expect(limitInForce(money(100), max)).toBe(100)
  // The highest limit was lowered after the company chose its own.
  expect(limitInForce(money(900_000), max)).toBe(max.value)
  expect([limitInForce(null, max), limitInForce(money(100), null)]).toEqual([null, null])
})

test('ACC-05 si la lista cambió desde que se confirmó, no se cierra', () => {
  const totals = { count: 2, amount: money(4_800) }
  assertConfirmed(undefined, totals)
  assertConfirmed(money(4_800), totals)
  expect(() => assertConfirmed(money(2_400), totals)).toThrow('La lista cambió: ahora suma $ 48,00')
})

test('ACC-05 el mensaje dice cuántos se cerraron y por qué los demás no', () => {
  const totals = { count: 1, amount: money(2_400) }
  const why = 'está en reclamo'
  expect(closedMessage(totals, [])).toBe('Cerramos 1 saldo por $ 24,00')
  expect(closedMessage(totals, [{ number: 'AF-7', why }])).toBe(
    'Cerramos 1 saldo por $ 24,00. AF-7 sigue abierta: está en reclamo',
  )
  expect(
    closedMessage({ ...totals, count: 2 }, [
      { number: 'AF-7', why },
      { number: 'AF-8', why },
    ]),
  ).toBe('Cerramos 2 saldos por $ 24,00. 2 siguen abiertas: cambiaron desde que abriste la lista')
})
