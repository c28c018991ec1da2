import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { assertCession, cessionAnswerBy, cessionEffectiveOn } from './cession.ts'

test('R2.12 una cesión se responde en quince días hábiles', () => {
  expect(cessionAnswerBy(day('2026-12-01'), 15)).toBe('2026-12-23')
})

test('R2.12 el nuevo titular paga desde el primer período que no está facturado al anterior', () => {
  expect(cessionEffectiveOn(day('2026-11-20'), null, 30)).toBe('2026-12-01')
  expect(cessionEffectiveOn(day('2026-12-01'), null, 30)).toBe('2026-12-01')
  expect(cessionEffectiveOn(day('2026-11-20'), day('2026-12-30'), 30)).toBe('2026-12-31')
})

test('R2.12 no se cede a su titular, ni con retiro, ni con una pausa programada', () => {
  const contract = { client_id: 'a', active_from: day('2026-01-05'), active_to: null, hasPause: false }
  const request = { client_id: 'b', requested_on: day('2026-11-20') }
  const today = day('2026-11-20')
  expect(() => assertCession(contract, request, today)).not.toThrow()
  expect(() => assertCession(contract, { ...request, client_id: 'a' }, today)).toThrow('ya es el titular')
  expect(() => assertCession(contract, { ...request, requested_on: day('2026-11-21') }, today)).toThrow('futuro')
  expect(() => assertCession(contract, { ...request, requested_on: day('2026-01-04') }, today)).toThrow('activación')
  expect(() => assertCession({ ...contract, active_to: day('2026-12-30') }, request, today)).toThrow('anula el retiro')
  expect(() => assertCession({ ...contract, hasPause: true }, request, today)).toThrow('pausa programada')
})
