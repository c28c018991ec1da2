import { expect, test } from 'vitest'
import { agoLabel, day, dayLabel, dayOf, daysInMonth, instantLabel, isDay, parseDay, shortDayLabel } from './days.ts'

test('FMT-01 las fechas se leen como d de mes de yyyy en la zona de Bogotá', () => {
  expect(dayLabel(day('2026-12-05'))).toBe('5 de diciembre de 2026')
  expect(instantLabel(new Date('2026-12-05T20:04:00Z'))).toBe('5 de diciembre de 2026, 3:04 p. m.')
  expect(shortDayLabel(day('2026-12-05'))).toBe('05/12/2026')
})

test('FMT-01 los tiempos relativos son Ahora, Hace {n}m, Hace {n}h, Hace {n}d', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (minutes: number) => agoLabel(new Date(now.getTime() - minutes * 60_000), now)
  expect([ago(0), ago(0.9), ago(1), ago(59), ago(60), ago(1439), ago(1440), ago(-5)]).toEqual([
    'Ahora',
    'Ahora',
    'Hace 1m',
    'Hace 59m',
    'Hace 1h',
    'Hace 23h',
    'Hace 1d',
    'Ahora',
  ])
})

test('the day of an instant is the one in Bogotá, also when the offset was -04:00', () => {
  expect(dayOf(new Date('2026-11-21T04:59:59Z'))).toBe('2026-11-20')
  expect(dayOf(new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21')
  expect(dayOf(new Date('1992-07-01T04:30:00Z'))).toBe('1992-07-01')
})

test('only days that exist are days', () => {
  expect(isDay('2028-02-29')).toBe(true)
  for (const text of ['2027-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '20261120', ''])
    expect(isDay(text)).toBe(false)
  expect(daysInMonth(2028, 2)).toBe(29)
})

test('reads days as people type them', () => {
  expect(parseDay('5/12/2026')).toBe('2026-12-05')
  expect(parseDay(' 2026-12-05 ')).toBe('2026-12-05')
  expect(parseDay('31/02/2026')).toBe(null)
})
