import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testApp } from '#test/world.ts'
import { startTickers, type Ticker } from './jobs.ts'

const t = testApp()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A ticker whose ticks end when the test ends them, and those that began. */
function heldTicker() {
  const ends: (() => void)[] = []
  const ticker: Ticker = { name: 'held', everyS: 2, tick: () => new Promise((resolve) => void ends.push(resolve)) }
  return { ticker, ends }
}

async function isEnded(stopped: Promise<void>): Promise<boolean> {
  let ended = false
  void stopped.then(() => (ended = true))
  await vi.advanceTimersByTimeAsync(1)
  return ended
}

test('the end of a process waits for the tick under way, and no other one begins', async () => {
  const { ticker, ends } = heldTicker()
  const stop = startTickers(t.world, [ticker])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(ends).toHaveLength(1)
  const stopped = stop()
  expect(await isEnded(stopped)).toBe(false)
  ends[0]?.()
  expect(await isEnded(stopped)).toBe(true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(ends).toHaveLength(1)
})

test('a tick that does not end keeps the end of the process for five seconds', async () => {
  const { ticker } = heldTicker()
  const stop = startTickers(t.world, [ticker])
  await vi.advanceTimersByTimeAsync(2_000)
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(await isEnded(stopped)).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await isEnded(stopped)).toBe(true)
})
