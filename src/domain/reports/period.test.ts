import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { assertPast, blockOf, partsOf, previousRange, reportRange } from './period.ts'

const range = (from: string, to: string) => ({ from: day(from), to: day(to) })

test('RPT-01 sin fechas un reporte es de este mes hasta hoy; un rango al revés o de más de tres años se rechaza', () => {
  const today = day('2026-11-22')
  expect(reportRange({}, today)).toEqual(range('2026-11-01', '2026-11-22'))
  expect(() => reportRange({ from: day('2026-11-23') }, today)).toThrow('El primer día va antes que el último')
  expect(() => reportRange({ from: day('2023-11-01') }, today)).toThrow('Elige máximo tres años')
})

test('RPT-01 las altas y los retiros son hasta hoy: un día que no ha llegado se rechaza', () => {
  const today = day('2026-11-22')
  expect(() => assertPast(range('2026-11-01', '2026-11-23'), today)).toThrow('El último día es hoy o uno anterior')
  expect(() => assertPast(range('2026-11-01', '2026-11-22'), today)).not.toThrow()
})

test('RPT-01 un período se compara con el anterior: meses con meses, días con días', () => {
  expect(previousRange(range('2026-11-01', '2026-11-22'))).toEqual(range('2026-10-01', '2026-10-22'))
  expect(previousRange(range('2026-11-01', '2026-11-30'))).toEqual(range('2026-10-01', '2026-10-31'))
  expect(previousRange(range('2026-01-01', '2026-03-31'))).toEqual(range('2025-10-01', '2025-12-31'))
  expect(previousRange(range('2026-03-01', '2026-03-30'))).toEqual(range('2026-02-01', '2026-02-28'))
  expect(previousRange(range('2026-11-10', '2026-11-16'))).toEqual(range('2026-11-03', '2026-11-09'))
})

test('RPT-01 un mes se muestra por días y un año por meses, sin huecos', () => {
  expect(partsOf(range('2026-11-01', '2026-11-30'))).toHaveLength(30)
  expect(partsOf(range('2026-10-15', '2026-12-02'))).toEqual([
    { key: '2026-10', range: range('2026-10-15', '2026-10-31') },
    { key: '2026-11', range: range('2026-11-01', '2026-11-30') },
    { key: '2026-12', range: range('2026-12-01', '2026-12-02') },
  ])
})

test('RPT-03 un formato del regulador es del trimestre o del semestre de su último día', () => {
  expect(blockOf(day('2026-11-22'), 3)).toEqual({ ...range('2026-10-01', '2026-12-31'), year: 2026, number: 4 })
  expect(blockOf(day('2026-02-28'), 6)).toEqual({ ...range('2026-01-01', '2026-06-30'), year: 2026, number: 1 })
})
