import { expect, test } from 'vitest'
import { prefixOf } from './own-company.ts'

test('COM-04 la empresa recordada sale de su cookie, y un valor alterado no es ninguna', () => {
  expect(prefixOf('otra=1; enlace-company=AF; tema=oscuro')).toBe('AF')
  expect(prefixOf('enlace-company=af')).toBe('AF')
  for (const cookie of ['', 'enlace-company=', 'enlace-company=../x', 'enlace-company=ABCDE'])
    expect([cookie, prefixOf(cookie)]).toEqual([cookie, null])
})
