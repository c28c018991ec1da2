import { expect, test } from 'vitest'
import { period } from '#domain/core/period.ts'
import { monthsAround } from './MonthSelect.tsx'

test('FMT-01 los meses para elegir van del más nuevo al más viejo, sin repetir', () => {
  const months = monthsAround(period('2026-11'), null)
  expect(months).toHaveLength(73)
  expect([months[0], months[12], months.at(-1)]).toEqual(['2027-11', '2026-11', '2021-11'])
  expect(monthsAround(period('2026-11'), period('2026-10'))).toEqual(months)
})

test('FMT-01 el mes de la dirección se puede ver aunque sea muy viejo', () => {
  const months = monthsAround(period('2026-11'), period('2015-02'))
  expect(months).toHaveLength(74)
  expect(months.at(-1)).toBe('2015-02')
})
