import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { sendDayAfter, sentRange } from './schedule.ts'

test('RPT-04 un envío mensual sale el día 1 con el mes que terminó, y uno semanal el lunes con su semana', () => {
  expect(sendDayAfter('month', day('2026-11-22'))).toBe('2026-12-01')
  expect(sendDayAfter('month', day('2026-12-01'))).toBe('2027-01-01')
  expect(sentRange('month', day('2026-12-01'))).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  // 22 November 2026 is a Sunday.
  expect(sendDayAfter('week', day('2026-11-22'))).toBe('2026-11-23')
  expect(sendDayAfter('week', day('2026-11-23'))).toBe('2026-11-30')
  expect(sentRange('week', day('2026-11-30'))).toEqual({ from: '2026-11-23', to: '2026-11-29' })
})
