import { array, assert, constant, integer, nat, property, record, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { applyTo } from './payment.ts'

const owed = record({
  id: uuid(),
  balance: nat(50_000_000).map(money),
  disputed_amount: constant(money(0)),
})

test('INV-09 un pago se reparte en orden, cada factura hasta lo que debe, y lo que sobra queda a favor', () => {
  assert(
    property(integer({ min: 1, max: 200_000_000 }), array(owed, { maxLength: 12 }), (received, invoices) => {
      const { applied, rest } = applyTo(money(received), invoices)
      const paid = applied.reduce((total, one) => total + one.amount, 0)
      expect(paid + rest).toBe(received)
      const debt = invoices.reduce((total, one) => total + one.balance, 0)
      expect(rest).toBe(Math.max(0, received - debt))
      const unfinished = applied.filter(
        (one) => one.amount < (invoices.find((open) => open.id === one.id)?.balance ?? 0),
      )
      expect(unfinished.length).toBeLessThanOrEqual(1)
      if (unfinished.length === 1) expect(applied.at(-1)).toEqual(unfinished[0])
    }),
  )
})
