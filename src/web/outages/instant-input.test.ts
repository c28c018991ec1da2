import { expect, test } from 'vitest'
import { inputOf, instantOf } from './instant-input.ts'

test('SUS-07 la hora de una falla se escribe en la hora de Colombia', () => {
  expect(instantOf('2026-11-20T22:30')).toBe('2026-11-21T03:30:00.000Z')
  expect(inputOf(new Date('2026-11-21T03:30:59Z'))).toBe('2026-11-20T22:30')
  expect([instantOf(''), instantOf('2026-13-40T10:00')]).toEqual(['', '2026-13-40T10:00'])
})
