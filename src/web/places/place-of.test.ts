import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test('CON-10 el mapa parte de las coordenadas escritas, con punto o con coma, y de ninguna si no lo son', () => {
  expect(placeOf('4.60971', '-74.08175')).toEqual({ latitude: 4.60971, longitude: -74.08175 })
  expect(placeOf(' 4,60971 ', '-74,0817500001')).toEqual({ latitude: 4.60971, longitude: -74.08175 })
  for (const [latitude, longitude] of [
    ['', ''],
    ['4.6', ''],
    ['norte', '-74'],
    ['91', '-74'],
    ['4.6', '-181'],
    ['4.6.1', '-74'],
  ] as const)
    expect(placeOf(latitude, longitude)).toBeNull()
})
