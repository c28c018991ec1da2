import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  baseIncluded,
  commaAmount,
  fractionOf,
  type Money,
  money,
  multiply,
  PESOS_MAX,
  Pesos,
  PesosSum,
  pesos,
  pesosField,
  pesosLabel,
  planPriceLabel,
  plus,
  roundDownToPesos,
  shareOf,
  sum,
  ZERO,
} from './money.ts'

test('FMT-01 el dinero se muestra en es-CO con dos decimales', () => {
  expect(pesosLabel(pesos(1_234_567.89))).toBe('$ 1.234.567,89')
  expect(pesosLabel(pesos(0))).toBe('$ 0,00')
  expect(pesosLabel(pesos(-5000))).toBe('-$ 5.000,00')
})

test('PLN-02 el precio de un plan se muestra con $ y comas de miles', () => {
  expect(planPriceLabel(pesos(59_900))).toBe('$ 59,900')
  expect(commaAmount(pesos(1_234_567.5))).toBe('1,234,567.50')
})

const anyMoney = fc.integer({ min: 0, max: PESOS_MAX * 100 }).map(money)

test('pesos on the wire become centavos and come back unchanged', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      expect(z.decode(Pesos, z.encode(Pesos, amount))).toBe(amount)
    }),
  )
  for (const wrong of [1.005, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(z.safeDecode(Pesos, wrong).success).toBe(false)
    expect(z.safeDecode(pesosField(), wrong).success).toBe(false)
  }
})

test('a sum that leaves the safe integers is refused, not rounded', () => {
  expect(() => sum([money(Number.MAX_SAFE_INTEGER), money(1)])).toThrow(RangeError)
})

test('INV-05 una parte en puntos básicos se redondea al centavo, la mitad hacia arriba', () => {
  expect(shareOf(pesos(60_000), 1900)).toBe(pesos(11_400))
  expect(shareOf(money(50), 100)).toBe(money(1))
  expect(shareOf(money(49), 100)).toBe(ZERO)
  expect(shareOf(money(-50), 100)).toBe(money(-1))
  expect(shareOf(pesos(908_526), 1500)).toBe(pesos(136_278.9))
  expect(shareOf(pesos(200_000_000), 190)).toBe(pesos(3_800_000))
})

test('INV-05 VAT-8 la base de un precio con IVA incluido, y lo que falta es el IVA', () => {
  expect(baseIncluded(pesos(69_900), 1900)).toEqual({ base: pesos(58_739.5), vat: pesos(11_160.5) })
  expect(baseIncluded(pesos(69_900), 0)).toEqual({ base: pesos(69_900), vat: ZERO })
})

test('whole pesos go down, in favour of the debtor', () => {
  expect([0, 99, 100, 199, -1].map((count) => roundDownToPesos(money(count)))).toEqual([0, 0, 100, 100, -100])
})

test('a quantity is whole, and a result that leaves the safe integers is refused', () => {
  expect(multiply(pesos(1_800), 10)).toBe(pesos(18_000))
  expect(Object.is(multiply(pesos(-5), 0), 0)).toBe(true)
  expect(() => multiply(pesos(5), 1.5)).toThrow(RangeError)
  expect(() => multiply(money(Number.MAX_SAFE_INTEGER), 2)).toThrow(RangeError)
  expect(() => fractionOf(pesos(1), 1, 0)).toThrow(RangeError)
})

const eitherSign = fc
  .tuple(anyMoney, fc.boolean())
  .map(([amount, credit]): Money => money(credit ? 0 - amount : amount))

test('a fraction is the exact one rounded once, and a credit mirrors its charge', () => {
  fc.assert(
    fc.property(eitherSign, fc.nat(10_000), fc.integer({ min: 1, max: 1_000_000 }), (amount, top, bottom) => {
      const part = fractionOf(amount, top, bottom)
      const twiceTheError = (BigInt(part) * BigInt(bottom) - BigInt(amount) * BigInt(top)) * 2n
      expect(twiceTheError <= BigInt(bottom) && twiceTheError >= -BigInt(bottom)).toBe(true)
      expect(plus(part, fractionOf(money(0 - amount), top, bottom))).toBe(ZERO)
    }),
  )
})

test('INV-05 base más IVA siempre es el total, y volver a sacar la base no la cambia', () => {
  fc.assert(
    fc.property(eitherSign, fc.integer({ min: 0, max: 10_000 }), (total, bps) => {
      const { base, vat } = baseIncluded(total, bps)
      expect(plus(base, vat)).toBe(total)
      expect(Math.abs(vat - shareOf(base, bps))).toBeLessThanOrEqual(1)
      expect(baseIncluded(total, bps)).toEqual({ base, vat })
    }),
  )
})

test('rounding to pesos again changes nothing, and never moves a whole peso', () => {
  fc.assert(
    fc.property(eitherSign, (amount) => {
      const rounded = roundDownToPesos(amount)
      expect(Math.abs(rounded % 100)).toBe(0)
      expect(roundDownToPesos(rounded)).toBe(rounded)
      expect(Math.abs(rounded - amount)).toBeLessThan(100)
      expect(rounded).toBeLessThanOrEqual(amount)
    }),
  )
})

test('INV-03 lo que suma un mes no tiene el tope de un solo valor, ni pierde un centavo', () => {
  const month = money(PESOS_MAX * 100 * 37 + 1)
  expect(z.decode(PesosSum, z.encode(PesosSum, month))).toBe(month)
  expect(z.decode(Pesos, z.encode(Pesos, month))).toBe(month)
  expect(z.safeDecode(pesosField(), PESOS_MAX).success).toBe(true)
  expect(z.safeDecode(pesosField(), PESOS_MAX + 1).success).toBe(false)
})
