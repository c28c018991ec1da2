import { expect, test } from 'vitest'
import { sampleUser } from '#web/core/sample-user.ts'
import { placesOf } from './places.ts'

test('OPS-06 las secciones se encuentran sin acentos y solo las del rol', () => {
  const financial = sampleUser('financial')
  expect(placesOf(financial, 'facturacion').map(({ href }) => href)).toContain('/invoices/massive')
  expect(placesOf(financial, '').length).toBeGreaterThan(4)
  expect(placesOf(sampleUser('technical'), 'facturacion')).toEqual([])
})
