import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { isSettled, lastClaimDay, termEnd } from './acceptance.ts'

const received = { code: '032', occurred_on: day('2026-11-12') } as const

test('EIN-04 el plazo para reclamar son tres días hábiles desde el recibo, sin sábados, domingos ni festivos', () => {
  // Thursday; Monday 16 is a holiday.
  expect(lastClaimDay([received], 3)).toBe('2026-11-18')
  expect(termEnd(day('2026-11-18')).toISOString()).toBe('2026-11-19T05:00:00.000Z')
})

test('EIN-04 sin el recibo del servicio nada se presume, y después de un reclamo o de una aceptación tampoco', () => {
  expect(lastClaimDay([{ code: '030', occurred_on: day('2026-11-12') }], 3)).toBe(null)
  expect(lastClaimDay([{ code: '032', occurred_on: null }], 3)).toBe(null)
  for (const code of ['031', '033', '034'] as const)
    expect(lastClaimDay([received, { code, occurred_on: day('2026-11-13') }], 3)).toBe(null)
  expect([isSettled([received]), isSettled([{ code: '031' }])]).toEqual([false, true])
})
