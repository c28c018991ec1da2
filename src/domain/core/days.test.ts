import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  addDays,
  addMonths,
  agoLabel,
  atTimeLabel,
  day,
  dayLabel,
  dayOf,
  daysBetween,
  daysInMonth,
  instantField,
  instantLabel,
  isDay,
  monthsBetween,
  parseDay,
  shortDayLabel,
  weekdayOf,
} from './days.ts'

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

test('reads days as users type them', () => {
  expect(parseDay('5/12/2026')).toBe('2026-12-05')
  expect(parseDay(' 2026-12-05 ')).toBe('2026-12-05')
  expect(parseDay('31/02/2026')).toBe(null)
})

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('days are counted, also over a leap day and the end of a year', () => {
  expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29')
  expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
  expect(addDays(day('2027-03-01'), -1)).toBe('2027-02-28')
  expect(daysBetween(day('2026-11-20'), day('2026-12-10'))).toBe(20)
  expect(daysBetween(day('2026-12-10'), day('2026-11-20'))).toBe(-20)
  expect([weekdayOf(day('2026-11-20')), weekdayOf(day('2026-11-22'))]).toEqual([5, 0])
})

test('a month later is the same date, or the last day of a shorter month', () => {
  expect(addMonths(day('2027-01-31'), 1)).toBe('2027-02-28')
  expect(addMonths(day('2028-01-31'), 1)).toBe('2028-02-29')
  expect(addMonths(day('2026-11-20'), 14)).toBe('2028-01-20')
  expect(addMonths(day('2026-01-31'), -2)).toBe('2025-11-30')
  expect(monthsBetween(day('2026-11-20'), day('2027-01-19'))).toBe(1)
  expect(monthsBetween(day('2026-11-20'), day('2027-01-20'))).toBe(2)
  expect(monthsBetween(day('2027-01-31'), day('2027-02-28'))).toBe(1)
})

const anyDay = fc.integer({ min: 0, max: 365 * 30 }).map((count) => addDays(day('2020-01-01'), count))

test('counting days and months forward and back is consistent', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
      const reached = addDays(from, count)
      expect(daysBetween(from, reached)).toBe(count)
      expect(addDays(reached, -count)).toBe(from)
      expect(weekdayOf(reached)).toBe((((weekdayOf(from) + count) % 7) + 7) % 7)
    }),
  )
  fc.assert(
    fc.property(anyDay, anyDay, (a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a]
      const months = monthsBetween(from, to)
      expect(addMonths(from, months) <= to).toBe(true)
      expect(addMonths(from, months + 1) > to).toBe(true)
    }),
  )
})

test('FMT-01 las fechas salen iguales en cualquier zona del servidor', () => {
  const labels = () => {
    const days = Array.from({ length: 800 }, (_, count) => addDays(day('2026-01-01'), count))
    return days.map((each) => [each, addMonths(each, 1), weekdayOf(each), daysBetween(day('2026-01-01'), each)])
  }
  const offsets = new Set<number>()
  const answers = ['UTC', 'Asia/Tokyo', 'America/Bogota', 'America/New_York'].map((name) => {
    process.env.TZ = name
    offsets.add(new Date(2026, 0, 1).getTimezoneOffset())
    return labels()
  })
  expect([...offsets]).toEqual([0, -540, 300])
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('the domain reads no clock of the server: only UTC getters', () => {
  const sources = Object.entries(
    import.meta.glob<string>('/src/domain/**/*.ts', { query: '?raw', import: 'default', eager: true }),
  ).filter(([path]) => !path.includes('.test.'))
  expect(sources.length).toBeGreaterThan(30)
  const local = /\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes)\(|getTimezoneOffset|toLocale(Date|Time)String/
  expect(sources.filter(([, text]) => local.test(text)).map(([path]) => path)).toEqual([])
})

test('FMT-01 la una es singular: a la 1:07, a las 3:04', () => {
  const at = (time: string) => atTimeLabel(new Date(`2026-11-23T${time}:00-05:00`))
  expect([at('13:07'), at('01:00'), at('15:04'), at('11:59')]).toEqual([
    'a la 1:07 p. m.',
    'a la 1:00 a. m.',
    'a las 3:04 p. m.',
    'a las 11:59 a. m.',
  ])
})

test('an instant is refused when its day in Bogotá is before 1900, and accepted at the first hour of 1900 there', () => {
  const Instant = instantField('Escribe una hora')
  const accepted = ['1900-01-01T05:00:00Z', '2026-03-10T20:00:00.123Z', '2199-12-31T23:59:59Z']
  const refused = ['1900-01-01T00:00:00.123456789Z', '1899-12-31T20:00:00Z', '2200-01-01T00:00:00Z', 'x']
  expect(accepted.map((text) => z.safeParse(Instant, text).success)).toEqual([true, true, true])
  for (const text of refused)
    expect(z.safeParse(Instant, text).error?.issues.map(({ message }) => message)).toEqual(['Escribe una hora'])
})
