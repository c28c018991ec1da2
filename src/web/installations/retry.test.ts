import { expect, test } from 'vitest'
import { isPassing, sendEach } from './retry.ts'

test('ACT-11 un acta espera mientras el servidor falla, y no cuando la rechaza', () => {
  const waits = [0, 401, 429, 500, 502, 503, 504, 507]
  expect([...waits, 400, 403, 404, 409, 413, 422].filter(isPassing)).toEqual(waits)
})

test('ACT-11 un acta que no se puede leer no detiene el envío de las que siguen', async () => {
  const sent: string[] = []
  await sendEach(['first', 'broken', 'last'], async (id) => {
    if (id === 'broken') throw new Error('cannot be unsealed')
    sent.push(id)
  })
  expect(sent).toEqual(['first', 'last'])
})
