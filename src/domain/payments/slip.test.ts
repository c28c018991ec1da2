import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { nextCheckOf, slipExpiry } from './slip.ts'

test('PAY-05 un comprobante de efectivo se paga hasta el final del tercer día en Bogotá', () => {
  expect(slipExpiry(day('2026-11-29')).toISOString()).toBe('2026-12-03T04:59:59.000Z')
  expect(slipExpiry(day('2026-12-30')).toISOString()).toBe('2027-01-03T04:59:59.000Z')
})

test('SUS-04 PAY-05 el comprobante de una cuota no pasa de su último día, y el de una atrasada tiene los de cualquiera', () => {
  expect(slipExpiry(day('2026-11-29'), day('2026-11-30'))).toEqual(slipExpiry(day('2026-11-27')))
  for (const until of [null, day('2026-12-02'), day('2026-12-20'), day('2026-11-28')])
    expect(slipExpiry(day('2026-11-29'), until)).toEqual(slipExpiry(day('2026-11-29')))
})

test('PAY-05 por el efectivo se pregunta como por los demás la primera hora, cada dos horas sus días, y cada día hasta el séptimo', () => {
  const start = new Date('2026-11-20T15:00:00Z')
  const hours: number[] = []
  for (let at: Date | null = nextCheckOf('bancolombia_collect', start, start); at !== null; ) {
    hours.push((at.getTime() - start.getTime()) / 3_600_000)
    at = nextCheckOf('bancolombia_collect', start, at)
  }
  const often = Array.from({ length: 60 }, (_, index) => (index + 1) * 2)
  expect(hours.filter((hour) => hour >= 1)).toEqual([1, ...often, 144, 168])
  const later = new Date('2026-11-20T18:00:00Z')
  expect(nextCheckOf('nequi', start, later)).toEqual(new Date('2026-11-20T21:00:00Z'))
})
