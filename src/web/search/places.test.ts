import { expect, test } from 'vitest'
import { findPlaces } from './places.ts'

const places = [
  { to: '/invoices/massive', title: 'Facturación masiva', about: 'Cobrar el mes' },
  { to: '/clients', title: 'Gestión de clientes', about: 'Su estado de cuenta' },
]

test('OPS-06 las secciones se encuentran sin acentos, por su nombre o por lo que hay en ellas', () => {
  expect(findPlaces(places, 'FACTURACION mes').map(({ to }) => to)).toEqual(['/invoices/massive'])
  expect(findPlaces(places, 'cuenta').map(({ to }) => to)).toEqual(['/clients'])
  expect(findPlaces(places, '')).toEqual(places)
  expect(findPlaces(places, 'zzz')).toEqual([])
})
