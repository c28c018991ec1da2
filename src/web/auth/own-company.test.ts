import { expect, test } from 'vitest'
import { brandOf } from '#domain/core/brand.ts'
import { prefixOf, prefixWithPerson } from './remembered-company.ts'

test('COM-04 la empresa recordada sale de su cookie, y un valor alterado no es ninguna', () => {
  expect(prefixOf('otra=1; enlace-company=AF; tema=oscuro')).toBe('AF')
  expect(prefixOf('enlace-company=af')).toBe('AF')
  for (const cookie of ['', 'enlace-company=', 'enlace-company=../x', 'enlace-company=ABCDE'])
    expect([cookie, prefixOf(cookie)]).toEqual([cookie, null])
})

test('COM-04 quien entra deja recordada su empresa donde había otra, y donde no había ninguna no deja nada', () => {
  const metadata = { role: 'client', is_first_login: false, tour_seen: true } as const
  const company = {
    name: 'Andina',
    nit: '900123456-8',
    logo_url: null,
    initial_letter: 'AF',
    brand: brandOf('#1F5FD0'),
  }
  expect(prefixWithPerson('PR', { metadata, company })).toBe('AF')
  expect(prefixWithPerson('AF', { metadata, company })).toBe('AF')
  expect(prefixWithPerson(null, { metadata, company })).toBeNull()
  expect(prefixWithPerson('PR', { metadata: { ...metadata, role: 'superadmin' }, company })).toBeNull()
})
