import { expect, test } from 'vitest'
import { actionTowards, isSuperseded } from './connection.ts'
import { changeLimit, restAfterMs, retryAfterMs } from './order.ts'

const speed = { down_kbps: 100_000, up_kbps: 50_000 }

test('SUS-06 la orden que falta sale de lo que el equipo tiene y lo que debe tener', () => {
  const to = (state: 'active' | 'suspended' | 'absent') => ({ state, ...speed })
  expect(actionTowards(to('active'), null)).toBe('create')
  expect(actionTowards(to('suspended'), null)).toBe('suspend')
  expect(actionTowards(to('absent'), null)).toBe(null)
  expect(actionTowards(to('active'), to('suspended'))).toBe('reconnect')
  expect(actionTowards(to('suspended'), to('active'))).toBe('suspend')
  expect(actionTowards(to('absent'), to('active'))).toBe('remove')
  expect(actionTowards(to('active'), to('absent'))).toBe('create')
  expect(actionTowards({ ...to('active'), down_kbps: 1 }, to('active'))).toBe('change_speed')
  // A cut service has no speed of its plan.
  expect(actionTowards({ ...to('suspended'), down_kbps: 1 }, to('suspended'))).toBe(null)
})

test('SUS-06 una orden que ya no corresponde queda reemplazada', () => {
  expect(isSuperseded('suspend', 'active')).toBe(true)
  expect(isSuperseded('suspend', 'suspended')).toBe(false)
  expect(isSuperseded('reconnect', 'suspended')).toBe(true)
  expect(isSuperseded('remove', 'active')).toBe(true)
  expect(isSuperseded('change_speed', 'suspended')).toBe(false)
})

test('SUS-06 las esperas crecen y tienen un máximo, y el límite de cortes crece con el equipo', () => {
  expect([1, 2, 3, 6, 40].map((tries) => retryAfterMs(tries) / 60_000)).toEqual([1, 5, 15, 1_440, 1_440])
  expect([1, 3, 99].map((failures) => restAfterMs(failures) / 1_000)).toEqual([30, 120, 600])
  expect([0, 400, 401, 5_000].map(changeLimit)).toEqual([20, 20, 21, 250])
})
