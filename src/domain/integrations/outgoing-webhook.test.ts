import { expect, test } from 'vitest'
import { deliverAgainAfterMs, problemOfStatus } from './outgoing-webhook.ts'

test('OPS-05 un envío se repite a 1, 5, 15 y 60 minutos, 6 horas y cada día, y se deja a los tres días del primero', () => {
  const waits = Array.from({ length: 9 }, (_, index) => deliverAgainAfterMs(index + 1))
  expect(waits.slice(0, 5)).toEqual([1, 5, 15, 60, 360].map((minutes) => minutes * 60_000))
  expect(waits.at(-1)).toBeNull()
  expect(waits.reduce<number>((total, wait) => total + (wait ?? 0), 0)).toBe(3 * 24 * 3_600_000)
})

test('OPS-05 solo una respuesta 2xx es una entrega', () => {
  expect([200, 204].map(problemOfStatus)).toEqual([null, null])
  expect(problemOfStatus(302)).toContain('dirección final')
  expect([400, 410, 500].map(problemOfStatus)).toEqual(['respondió 400', 'respondió 410', 'respondió 500'])
})
