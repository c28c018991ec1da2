import { expect, test } from 'vitest'
import {
  delayAfter,
  LIMITS,
  NAME_FAILURES_PER_DAY,
  NAME_FAILURES_PER_DAY_MAX,
  SESSION_LIFE,
  unknownWait,
  waitLabel,
} from './limits.ts'

test('AUT-01 desde el quinto fallo la espera crece 1, 2, 4 … hasta quince minutos', () => {
  expect([0, 1, 4].map(delayAfter)).toEqual([0, 0, 0])
  expect([5, 6, 7, 8, 14, 15, 16, 1_000].map(delayAfter)).toEqual([1, 2, 4, 8, 512, 900, 900, 900])
})

test('a wait is shown in seconds under a minute, then in minutes rounded up', () => {
  expect([0.2, 1, 2, 59, 60, 61, 900, 7_200, 7_201, 86_400].map(waitLabel)).toEqual([
    '1 segundo',
    '1 segundo',
    '2 segundos',
    '59 segundos',
    '1 minuto',
    '2 minutos',
    '15 minutos',
    '120 minutos',
    '3 horas',
    '24 horas',
  ])
})

test('a superadmin session is shorter than any other, and production is stricter than the demo', () => {
  const { superadmin, ...others } = SESSION_LIFE
  for (const life of Object.values(others)) {
    expect(superadmin.idleMinutes).toBeLessThan(life.idleMinutes)
    expect(superadmin.absoluteHours).toBeLessThan(life.absoluteHours)
  }
  expect(LIMITS.production.sessions).toBe(5)
  expect(LIMITS.production.networkFailures).toBeLessThan(LIMITS.demo.networkFailures)
})

test('AUT-01 una red sin fallos de ese nombre no espera por los de otros, hasta el tope del día', () => {
  const counts = { here: 0, hereWaitS: 0, everywhere: 0, everywhereLeftS: 80_000, networkWaitS: 0 }
  expect(unknownWait(counts)).toBe(0)
  expect(unknownWait({ ...counts, everywhere: NAME_FAILURES_PER_DAY, networkWaitS: 600 })).toBe(0)
  expect(unknownWait({ ...counts, here: 1, networkWaitS: 600 })).toBe(600)
  expect(unknownWait({ ...counts, here: 6, hereWaitS: 2 })).toBe(2)
  expect(unknownWait({ ...counts, here: 1, everywhere: NAME_FAILURES_PER_DAY })).toBe(80_000)
  expect(unknownWait({ ...counts, everywhere: NAME_FAILURES_PER_DAY_MAX })).toBe(80_000)
})
