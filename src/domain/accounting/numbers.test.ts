import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Unnumbered, voucherNumbers } from './numbers.ts'

const KINDS = ['invoice', 'note', 'use', 'adjustment'] as const
const vouchers = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...KINDS), key: fc.uuid(), number: fc.integer({ min: 0, max: 40 }) }),
  { selector: ({ key }) => key, maxLength: 60 },
)

test('ACC-02 ningún comprobante de una clase repite el número de otro, tampoco el de un lote anterior', () => {
  fc.assert(
    fc.property(vouchers, vouchers, (first: Unnumbered[], second: Unnumbered[]) => {
      const before = voucherNumbers(first, new Map())
      const given = new Map(
        [...Map.groupBy(before, ({ kind }) => kind)].map(([kind, its]) => {
          const numbers = its.map(({ number }) => number)
          return [kind, { last: Math.max(...numbers), taken: new Set(numbers) }] as const
        }),
      )
      const all = [...before, ...voucherNumbers(second, given)].map(({ kind, number }) => `${kind} ${number}`)
      expect(new Set(all).size).toBe(first.length + second.length)
    }),
  )
})

test('ACC-02 un comprobante lleva el número de su documento, y el cruce de un saldo lleva el suyo', () => {
  const numbered = voucherNumbers(
    [
      { kind: 'invoice', key: 'a', number: 7 },
      { kind: 'invoice', key: 'b', number: 7 },
      { kind: 'use', key: 'c', number: 7 },
      { kind: 'use', key: 'd', number: 7 },
    ],
    new Map(),
  )
  expect(numbered.map(({ key, number }) => `${key} ${number}`)).toEqual(['a 7', 'b 8', 'c 1', 'd 2'])
})
