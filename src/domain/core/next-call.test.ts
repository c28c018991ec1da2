import { expect, test } from 'vitest'
import { nextCalls } from './next-call.ts'

test('los que llegan mientras una llamada corre comparten la siguiente, que empieza cuando ella termina', async () => {
  const call = nextCalls<number>()
  const ends: (() => void)[] = []
  const make = async (): Promise<number> => {
    const number = ends.length + 1
    await new Promise<void>((resolve) => ends.push(resolve))
    return number
  }
  const first = call('una', make)
  const others = [call('una', make), call('una', make)]
  const elsewhere = call('otra', make)
  expect(ends).toHaveLength(2)
  ends[0]?.()
  expect(await first).toBe(1)
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  expect(await Promise.all(others)).toEqual([3, 3])
  ends[1]?.()
  expect(await elsewhere).toBe(2)
})

test('una llamada que falla no deja fallar a la siguiente, y después de todas empieza otra', async () => {
  const call = nextCalls<string>()
  const failing = call('una', () => Promise.reject(new Error('sin base')))
  const next = call('una', () => Promise.resolve('bien'))
  await expect(failing).rejects.toThrow('sin base')
  expect(await next).toBe('bien')
  expect(await call('una', () => Promise.resolve('otra'))).toBe('otra')
})
