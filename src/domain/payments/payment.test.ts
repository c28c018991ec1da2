import { array, assert, constant, integer, nat, property, record, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { money, pesos } from '#domain/core/money.ts'
import { applyTo, registeredMessage, unusualPayment } from './payment.ts'

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

test.each<[number, number, ReturnType<typeof unusualPayment>]>([
  [22_565, 22_565, null],
  [10_000, 22_565, null],
  [1_128.25, 22_565, null],
  [1_128.24, 22_565, 'far_below'],
  [225.65, 22_565, 'far_below'],
  [22.56, 22_565, 'far_below'],
  [22_565.99, 22_565, null],
  [22_566, 22_565, 'above'],
  [225_650, 22_565, 'above'],
  [5_000, 0, 'above'],
  [0, 22_565, null],
])('TRX-03 pagar %d cuando se deben %d se pregunta antes si es raro: %s', (received, balance, expected) => {
  expect(unusualPayment(pesos(received), pesos(balance))).toBe(expected)
})

test('TRX-03 un valor tecleado cien o mil veces menor, o diez veces mayor, siempre se pregunta', () => {
  assert(
    property(integer({ min: 10_000, max: 100_000_000 }), (balance) => {
      for (const factor of [100, 1_000])
        expect(unusualPayment(money(Math.floor(balance / factor)), money(balance))).toBe('far_below')
      expect(unusualPayment(money(balance * 10), money(balance))).toBe('above')
    }),
  )
})

test('TRX-03 el mensaje del pago dice el valor, lo retenido y el recibo', () => {
  const none = { retefuente: money(0), reteiva: money(0), reteica: money(0) }
  const message = (amount: number, retefuente: number) =>
    registeredMessage({
      number: 1972,
      amount: pesos(amount),
      retentions: { ...none, retefuente: pesos(retefuente) },
    })
  expect(message(22_565, 0)).toBe('Pago registrado: $ 22.565,00, recibo 1972')
  expect(message(21_000, 1_565)).toBe('Pago registrado: $ 21.000,00 y $ 1.565,00 retenidos, recibo 1972')
  expect(message(0, 1_565)).toBe('Pago registrado: $ 1.565,00 retenidos, recibo 1972')
})
