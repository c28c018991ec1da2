import { expect, test, vi } from 'vitest'
import { money } from '#domain/core/money.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import type { ShownSlip } from './kept-slips.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { forgetSlips, isWithoutSignal, keepSlip, keptSlipOf, readKeptSlips } = await import('./kept-slips.ts')

const slip = (id: string, changes: Partial<ShownSlip> = {}): ShownSlip => ({
  id,
  company: { name: 'Andina', nit: '900123456-8', phone: '6011234567', email: null },
  numbers: ['AF-1'],
  amount: money(6_000_000),
  owed: money(6_000_000),
  agreement: '56780',
  intention: '65770204276',
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  ...changes,
})

test('PAY-05 un comprobante se guarda para leerlo sin señal, el último leído primero, y los vencidos no se muestran', () => {
  expect(readKeptSlips()).toEqual([])
  keepSlip(slip('uno'))
  keepSlip(slip('dos'))
  keepSlip(slip('uno', { owed: money(0) }))
  keepSlip(slip('viejo', { expires_at: '2026-01-01T00:00:00.000Z' }))
  expect(readKeptSlips().map(({ id }) => id)).toEqual(['uno', 'dos'])
  expect(keptSlipOf('uno')).toMatchObject({ amount: 6_000_000, owed: 0, intention: '65770204276' })
  forgetSlips(({ id }) => id === 'uno')
  expect(readKeptSlips().map(({ id }) => id)).toEqual(['dos'])
  window.localStorage.setItem('payment-slips', '{"otra":')
  expect(readKeptSlips()).toEqual([])
})

test('PAY-05 lo guardado se muestra sin señal y sin respuesta, no mientras carga ni cuando el servidor contesta', () => {
  const waiting = { data: undefined, error: null, fetchStatus: 'fetching' }
  expect(isWithoutSignal(waiting)).toBe(false)
  expect(isWithoutSignal({ ...waiting, fetchStatus: 'paused' })).toBe(true)
  expect(isWithoutSignal({ ...waiting, data: {}, fetchStatus: 'paused' })).toBe(false)
})
