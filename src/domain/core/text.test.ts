import { expect, test } from 'vitest'
import { storedNumber } from './text.ts'

test('OPS-06 CLI-01 un documento o un celular se busca como está escrito, con puntos o espacios', () => {
  expect(['1.020.345.678', '900.123.456-7', '300 123 4567'].map(storedNumber)).toEqual([
    '1020345678',
    '900123456-7',
    '3001234567',
  ])
  expect(['Ana S.A.S.', 'AF-000123', 'calle 10'].map(storedNumber)).toEqual(['Ana S.A.S.', 'AF-000123', 'calle 10'])
})
