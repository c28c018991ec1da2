import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { commaAmount, money, PESOS_MAX, Pesos, parsePesos, pesos, pesosLabel, planPriceLabel, sum } from './money.ts'

test('FMT-01 el dinero se muestra en es-CO con dos decimales', () => {
  expect(pesosLabel(pesos(1_234_567.89))).toBe('$ 1.234.567,89')
  expect(pesosLabel(pesos(0))).toBe('$ 0,00')
  expect(pesosLabel(pesos(-5000))).toBe('-$ 5.000,00')
})

test('PLN-02 el precio de un plan se muestra con $ y comas de miles', () => {
  expect(planPriceLabel(pesos(59_900))).toBe('$ 59,900')
  expect(commaAmount(pesos(1_234_567.5))).toBe('1,234,567.50')
})

test('reads amounts typed with dots, commas, the sign and decimals', () => {
  expect(parsePesos('$ 85.000')).toBe(pesos(85_000))
  expect(parsePesos('85,000')).toBe(pesos(85_000))
  expect(parsePesos('85000,5')).toBe(pesos(85_000.5))
  expect(parsePesos('1.234.567,89')).toBe(pesos(1_234_567.89))
  for (const text of ['', 'mil', '1.2.3', '12,3456', '--5', '1e9', '99999999999']) expect(parsePesos(text)).toBe(null)
})

const anyMoney = fc.integer({ min: 0, max: PESOS_MAX * 100 }).map(money)

test('what is shown reads back as the same amount', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      expect(parsePesos(pesosLabel(amount))).toBe(amount)
      expect(parsePesos(commaAmount(amount))).toBe(amount)
    }),
  )
})

test('pesos on the wire become centavos and come back unchanged', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      expect(z.decode(Pesos, z.encode(Pesos, amount))).toBe(amount)
    }),
  )
  for (const wrong of [1.005, Number.NaN, Number.POSITIVE_INFINITY, PESOS_MAX + 1]) {
    expect(z.safeDecode(Pesos, wrong).success).toBe(false)
  }
})

test('a sum that leaves the safe integers is refused, not rounded', () => {
  expect(() => sum([money(Number.MAX_SAFE_INTEGER), money(1)])).toThrow(RangeError)
})
