import { expect, test } from 'vitest'
import { summarise } from './interactions.ts'

test('the slowest interaction is named, and one of each fifty is left out of the INP', () => {
  const quick = Array.from({ length: 50 }, (_, at) => ({ ms: 16 + at, what: `key ${at}` }))
  const found = summarise([...quick, { ms: 300, what: 'click on «Número» of /invoices' }])
  expect(found).toEqual({ inp_ms: 65, slowest_ms: 300, slowest: 'click on «Número» of /invoices', interactions: 51 })
})
