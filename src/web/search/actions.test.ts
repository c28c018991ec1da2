import { expect, test } from 'vitest'
import { sampleUser, withIntegrations } from '#test/support/sample-user.ts'
import { actionsOf } from './actions.ts'
import { findPlaces } from './places.ts'

test('OPS-06 cada rol tiene en la búsqueda lo que puede hacer', () => {
  const titles = (role: Parameters<typeof sampleUser>[0]) => actionsOf(sampleUser(role)).map(({ title }) => title)
  expect(titles('financial')).toEqual([
    'Registrar pago',
    'Crear cliente',
    'Nueva factura',
    'Crear contrato',
    'Nueva PQR',
    'Importar clientes',
    'Crear plan',
  ])
  expect(titles('admin')).toEqual(['Invitar usuario'])
  expect(actionsOf(withIntegrations(sampleUser('admin'), true, false))).toEqual([])
  expect(titles('superadmin')).toEqual(['Crear empresa'])
  expect([titles('technical'), titles('client'), titles('network')]).toEqual([['Nueva PQR'], ['Nueva PQR'], []])
})

test('OPS-06 una acción se encuentra por lo que hace, sin acentos', () => {
  const found = (text: string) => findPlaces(actionsOf(sampleUser('financial')), text).map(({ title }) => title)
  expect(found('registrar pago')).toEqual(['Registrar pago'])
  expect(found('abono')).toEqual(['Registrar pago'])
  expect(found('importar')).toEqual(['Importar clientes'])
})
