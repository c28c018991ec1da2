import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { ORDINARY_REGIME, regimeOn } from './regime.ts'

const [first, second] = [
  { ...ORDINARY_REGIME, from_on: day('2026-01-01'), is_vat_responsible: false },
  { ...ORDINARY_REGIME, from_on: day('2026-07-01'), is_self_withholder: true },
]

test('INV-05 el régimen es el último que empezó; antes del primero, el ordinario', () => {
  for (const regimes of [
    [first, second],
    [second, first],
  ]) {
    expect(regimeOn(regimes, day('2025-12-31'))).toEqual(ORDINARY_REGIME)
    expect(regimeOn(regimes, day('2026-01-01'))).toEqual(first)
    expect(regimeOn(regimes, day('2026-06-30'))).toEqual(first)
    expect(regimeOn(regimes, day('2026-07-01'))).toEqual(second)
  }
  expect(regimeOn([], day('2026-07-01'))).toEqual(ORDINARY_REGIME)
})
