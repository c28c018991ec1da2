import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { addBusinessDays, easter, holidaysOf, isBusinessDay, isHoliday, nextBusinessDay } from './calendar.ts'
import { addDays, type Day, day, weekdayOf } from './days.ts'

/** The table of colombia.md R4, by year: Easter, holidays, business days. */
const YEARS = [
  [
    2025,
    '04-20',
    '01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25',
    17,
    245,
  ],
  [
    2026,
    '04-05',
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
    18,
    243,
  ],
  [
    2027,
    '03-28',
    '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
    18,
    246,
  ],
  [
    2028,
    '04-16',
    '01-01 01-10 03-20 04-13 04-14 05-01 05-29 06-19 06-26 07-03 07-20 08-07 08-21 10-16 11-06 11-13 12-08 12-25',
    18,
    243,
  ],
] as const

const daysOf = (year: number): Day[] =>
  Array.from({ length: 366 }, (_, count) => addDays(day(`${year}-01-01`), count)).filter((each) =>
    each.startsWith(String(year)),
  )

for (const [year, sunday, holidays, distinct, businessDays] of YEARS)
  test(`INV-07 los festivos y los días hábiles de ${year} son los de la Ley 51 de 1983`, () => {
    expect(easter(year)).toBe(`${year}-${sunday}`)
    expect(holidaysOf(year)).toEqual(holidays.split(' ').map((date) => `${year}-${date}`))
    expect(holidaysOf(year)).toHaveLength(distinct)
    expect(daysOf(year).filter(isBusinessDay)).toHaveLength(businessDays)
  })

test('Easter falls on the day of the almanac, also in its earliest and latest years', () => {
  expect([1983, 2000, 2011, 2008, 2038, 1981, 2049, 2076].map(easter)).toEqual([
    '1983-04-03',
    '2000-04-23',
    '2011-04-24',
    '2008-03-23',
    '2038-04-25',
    '1981-04-19',
    '2049-04-18',
    '2076-04-19',
  ])
})

/** First day, business days, last day: the terms of colombia.md in business days. */
const TERMS = [
  ['2026-12-04', 15, '2026-12-29'],
  ['2026-11-20', 30, '2027-01-06'],
  ['2026-11-20', 15, '2026-12-14'],
  ['2026-11-21', 15, '2026-12-14'],
  ['2026-11-22', 15, '2026-12-14'],
  ['2025-06-13', 15, '2025-07-08'],
  ['2026-03-27', 15, '2026-04-21'],
  ['2025-04-10', 15, '2025-05-06'],
  ['2026-01-09', 15, '2026-02-02'],
  ['2027-03-19', 15, '2027-04-14'],
  ['2025-12-05', 15, '2025-12-30'],
  ['2026-12-14', 10, '2026-12-29'],
  ['2026-12-29', 15, '2027-01-21'],
  ['2027-01-21', 5, '2027-01-28'],
  ['2026-12-15', -5, '2026-12-07'],
] as const

test('INV-07 un plazo en días hábiles no cuenta el día del hecho ni los festivos', () => {
  for (const [from, count, reached] of TERMS) expect(addBusinessDays(day(from), count), from).toBe(reached)
})

test('a Saturday is not a business day, and the next one skips a Monday holiday', () => {
  expect(isBusinessDay(day('2026-11-14'))).toBe(false)
  expect(isHoliday(day('2026-11-16'))).toBe(true)
  expect(nextBusinessDay(day('2026-11-14'))).toBe('2026-11-17')
  expect(nextBusinessDay(day('2026-11-17'))).toBe('2026-11-17')
  expect(addBusinessDays(day('2026-11-14'), 0)).toBe('2026-11-14')
})

const anyDay = fc.integer({ min: 0, max: 365 * 20 }).map((count) => addDays(day('2020-01-01'), count))

test('a term ends on a business day, has that many of them, and comes back from one', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (from, count) => {
      const reached = addBusinessDays(from, count)
      expect(isBusinessDay(reached)).toBe(true)
      let counted = 0
      for (let each = addDays(from, 1); each <= reached; each = addDays(each, 1)) if (isBusinessDay(each)) counted += 1
      expect(counted).toBe(count)
      if (isBusinessDay(from)) expect(addBusinessDays(reached, -count)).toBe(from)
      expect(addBusinessDays(addDays(from, 1), count) >= reached).toBe(true)
      expect(addBusinessDays(from, count + 1) > reached).toBe(true)
      expect(nextBusinessDay(nextBusinessDay(from))).toBe(nextBusinessDay(from))
    }),
  )
})

test('any year has 17 or 18 holidays, in order, the moved ones on a Monday', () => {
  for (let year = 1984; year <= 2100; year += 1) {
    const holidays = holidaysOf(year)
    expect([17, 18], String(year)).toContain(holidays.length)
    expect(holidays).toEqual([...holidays].toSorted())
    expect(holidays.filter((each) => weekdayOf(each) === 1).length).toBeGreaterThanOrEqual(9)
    expect(weekdayOf(easter(year))).toBe(0)
  }
})

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('INV-07 el calendario es el mismo en cualquier zona del servidor', async () => {
  const calendars = []
  for (const name of ['UTC', 'Asia/Tokyo', 'America/Bogota']) {
    process.env.TZ = name
    vi.resetModules()
    const fresh = await import('./calendar.ts')
    calendars.push(
      [2025, 2026, 2027, 2028].map((year) => [fresh.holidaysOf(year), daysOf(year).filter(fresh.isBusinessDay)]),
    )
  }
  expect(calendars[1]).toEqual(calendars[0])
  expect(calendars[2]).toEqual(calendars[0])
})
