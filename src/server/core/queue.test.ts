import { expect, test, vi } from 'vitest'
import { Refusal } from '#domain/core/refusal.ts'
import { boundedQueue } from './queue.ts'

const refusal = () => new Refusal('unavailable', 'Intenta de nuevo', { retryAfterS: 2 })

test('lo que no empezó en su tiempo se niega y ya no corre; lo que empezó termina', async () => {
  vi.useFakeTimers()
  const queue = boundedQueue({ concurrency: 1, waitingMax: 5, waitMaxMs: 5_000, refusal })
  const ran: string[] = []
  const first = Promise.withResolvers<string>()
  const work = (name: string, result: Promise<string> | string) => async () => {
    ran.push(name)
    return result
  }
  const running = queue(work('first', first.promise))
  const late = expect(queue(work('late', 'late'))).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  await vi.advanceTimersByTimeAsync(4_000)
  const patient = queue(work('patient', 'done'))
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  first.resolve('finished')
  expect(await running).toBe('finished')
  expect(await patient).toBe('done')
  expect(ran).toEqual(['first', 'patient'])
  expect(await queue(work('next', 'next'))).toBe('next')
  vi.useRealTimers()
})

test('la siguiente a las que caben se niega de inmediato, y un fallo no detiene a las demás', async () => {
  const queue = boundedQueue({ concurrency: 1, waitingMax: 1, waitMaxMs: 60_000, refusal })
  const failing = queue(async () => Promise.reject(new Error('failed')))
  const next = queue(async () => 'next')
  await expect(queue(async () => 'too many')).rejects.toThrow('Intenta de nuevo')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
