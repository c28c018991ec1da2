import { expect, test } from 'vitest'
import { placesFound } from './places.ts'

const places = [
  { to: '/invoices/massive', title: 'Facturación masiva', about: 'Cobrar el mes' },
  { to: '/clients', title: 'Gestión de clientes', about: 'Su estado de cuenta' },
]

test('OPS-06 las secciones se encuentran sin acentos, por su nombre o por lo que hay en ellas', () => {
  expect(placesFound(places, 'FACTURACION mes').map(({ to }) => to)).toEqual(['/invoices/massive'])
  expect(placesFound(places, 'cuenta').map(({ to }) => to)).toEqual(['/clients'])
  expect(placesFound(places, '')).toEqual(places)
  expect(placesFound(places, 'zzz')).toEqual([])
})
