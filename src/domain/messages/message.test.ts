import { expect, test } from 'vitest'
import { nextTryAt } from './message.ts'

test('un mensaje que no sale se intenta cada vez más despacio, y a las 24 horas lo decide una persona', () => {
  const created = new Date('2026-11-20T15:00:00Z')
  const tried: number[] = []
  let now = created
  for (let tries = 1; tries < 100; tries += 1) {
    const next = nextTryAt(tries, now)
    if (next === null) break
    tried.push((next.getTime() - created.getTime()) / 60_000)
    now = next
  }
  expect(tried.slice(0, 6)).toEqual([0.5, 2.5, 7.5, 17.5, 37.5, 67.5])
  expect(tried.at(-1)).toBeGreaterThanOrEqual(24 * 60)
  expect(tried.length).toBeLessThan(60)
})
