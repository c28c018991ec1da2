import { expect, test } from 'vitest'
import { mapInSlices, SLICE_MAX_MS } from './slices.ts'

/** Keeps the thread busy, as a calculation does. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a calculation over many rows lets other work run between its slices, and keeps the order', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const rows = Array.from({ length: 20 }, (_, at) => at)
  const mapped = await mapInSlices(rows, (at) => {
    work(SLICE_MAX_MS / 2)
    return at * 2
  })
  clearImmediate(timer)
  expect(mapped).toEqual(rows.map((at) => at * 2))
  // 20 rows of half a slice: a slice ends after three at the latest.
  expect(turns).toBeGreaterThanOrEqual(5)
})
