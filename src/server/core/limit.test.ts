import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limiter } from './limit.ts'

test('INV-04 el que llega justo cuando se libera un cupo no entra junto con el que esperaba', async () => {
  const limit = limiter(2)
  const running = new Set<string>()
  const workOf = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = promise.then(() => void running.delete(name))
    const run = (): Promise<void> => {
      running.add(name)
      return ended
    }
    return { run, ended, end: resolve }
  }
  const [first, second, waiting, late] = [workOf('first'), workOf('second'), workOf('waiting'), workOf('late')]
  const all = [first, second, waiting].map((one) => limit(one.run))
  // Asks in the turn in which the first one leaves, before the one that waits has begun.
  const asked = first.ended.then(() => limit(late.run))
  first.end()
  await setImmediate()
  expect([...running]).toEqual(['second', 'waiting'])
  second.end()
  await setImmediate()
  expect([...running]).toEqual(['waiting', 'late'])
  waiting.end()
  late.end()
  await Promise.all([...all, asked])
})

test('INV-04 un trabajo que falla deja libre su cupo', async () => {
  const limit = limiter(1)
  await expect(limit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await limit(async () => 'done')).toBe('done')
})
