import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { statementPeriods } from './statement-period.ts'

test('CLI-03 los períodos del estado de cuenta: doce meses, este mes, el anterior y este año', () => {
  const periods = statementPeriods(day('2026-03-31')).map(({ label, period }) => [label, period.from, period.to])
  expect(periods).toEqual([
    ['Últimos doce meses', '2025-03-31', '2026-03-31'],
    ['Este mes', '2026-03-01', '2026-03-31'],
    ['Mes anterior', '2026-02-01', '2026-02-28'],
    ['Este año', '2026-01-01', '2026-03-31'],
  ])
})
