import { expect, test } from 'vitest'
import { networkOf, siteOf } from '#server/core/network.ts'
import { oneAtATime, subnetOf } from './throttle.ts'

test('an IPv4 address counts alone, also inside IPv6; an IPv6 address counts with its /64', () => {
  expect(networkOf('190.24.1.2')).toBe('190.24.1.2')
  expect(networkOf('::ffff:190.24.1.2')).toBe('190.24.1.2')
  expect(networkOf('2800:E2:1080::1')).toBe('2800:e2:1080:0')
  expect(networkOf('2800:e2:1080:0:aaaa:bbbb:cccc:dddd')).toBe('2800:e2:1080:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
})

test('a login counts an IPv4 address with its /24 and an IPv6 address with its /64', () => {
  expect(subnetOf('190.24.1.2')).toBe('190.24.1')
  expect(subnetOf('::ffff:190.24.1.200')).toBe('190.24.1')
  expect(subnetOf('2800:E2:1080::1')).toBe('2800:e2:1080:0')
})

test('the attempts of one account run one after the other, and a failure does not stop the next', async () => {
  const steps: string[] = []
  const step = (name: string, fails = false) =>
    oneAtATime('cuenta', async () => {
      steps.push(`${name} entra`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      steps.push(`${name} sale`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([step('a'), step('b', true), step('c')])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(steps).toEqual(['a entra', 'a sale', 'b entra', 'b sale', 'c entra', 'c sale'])
})

test('the attempt after fifty of one account is refused', async () => {
  const waits: (() => void)[] = []
  const running = Array.from({ length: 50 }, () =>
    oneAtATime('llena', () => new Promise<void>((resolve) => waits.push(resolve))),
  )
  await expect(oneAtATime('llena', async () => 1)).rejects.toMatchObject({ code: 'too_many' })
  expect(await oneAtATime('otra', async () => 1)).toBe(1)
  for (let n = 0; n < 50; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    waits[n]?.()
  }
  await Promise.all(running)
  expect(await oneAtATime('llena', async () => 2)).toBe(2)
})

test('API-04 las redes de un mismo cliente son un /24 en IPv4 y un /48 en IPv6', () => {
  expect(['190.24.1.2', '::ffff:190.24.1.200'].map(siteOf)).toEqual(['190.24.1', '190.24.1'])
  expect(['2800:E2:1080:7::1', '2800:e2:1080:ffff:aaaa:bbbb:cccc:dddd', '2800:e2::1'].map(siteOf)).toEqual([
    '2800:e2:1080',
    '2800:e2:1080',
    '2800:e2:0',
  ])
})
