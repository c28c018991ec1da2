import { expect, test } from 'vitest'
import { changesOf, valueLabel } from './changes.ts'

test('BIN-01 lo que cambió se lee campo por campo, en español, y lo igual no estorba', () => {
  expect(
    changesOf(
      { name: 'Hogar 100', price: 79_900, is_active: true },
      { name: 'Hogar 100', price: 89_900, is_active: false, download_speed: '100 Mbps' },
    ),
  ).toEqual([
    { field: 'Precio', before: '79.900', after: '89.900' },
    { field: 'Activo', before: 'sí', after: 'no' },
    { field: 'Velocidad de descarga', before: null, after: '100 Mbps' },
  ])
  expect(changesOf(null, { reason: 'Se repitió' })).toEqual([{ field: 'Motivo', before: null, after: 'Se repitió' }])
})

test('BIN-01 listas y grupos se leen como una frase', () => {
  expect(valueLabel(['AF-1', 'AF-2'])).toBe('AF-1, AF-2')
  expect(valueLabel({ name: 'Ana', otra_cosa: null })).toBe('Nombre: Ana; otra cosa: —')
})
