import { expect, test } from 'vitest'
import { typedValue } from './typed-value.ts'

test('NUM-02 cada unidad se escribe como la lee una persona', () => {
  expect(typedValue('pesos', '52.374')).toBe(52_374)
  expect(typedValue('pesos', '1.981,50')).toBe(1_981.5)
  expect([typedValue('bps', '19'), typedValue('bps', '4,5 %'), typedValue('bps', '0.25')]).toEqual([1_900, 450, 25])
  expect([typedValue('minute_of_day', '07:00'), typedValue('minute_of_day', '19:30')]).toEqual([420, 1_170])
  expect(typedValue('business_days', ' 15 ')).toBe(15)
  expect(typedValue('months', '')).toBeUndefined()
  for (const [unit, text] of [
    ['minute_of_day', '25:00'],
    ['bps', '4,567'],
    ['hours', '2,5'],
    ['pesos', 'dos mil'],
  ] as const)
    expect(typedValue(unit, text)).toBeNaN()
})
