import { expect, test } from 'vitest'
import { megabytesLabel, sizeLabel } from './megabytes.ts'

test('FMT-01 el tamaño de un archivo liviano se lee en kB, y nunca 0 MB', () => {
  expect([0, 1, 700, 3_482, 102_399, 102_400, 5_242_880].map(sizeLabel)).toEqual([
    '0 kB',
    '1 kB',
    '1 kB',
    '4 kB',
    '100 kB',
    '0,1 MB',
    '5 MB',
  ])
  expect(megabytesLabel(13_107_200)).toBe('12,5 MB')
})
