import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test('el saludo sigue la hora de Bogotá', () => {
  expect([4, 5, 11, 12, 18, 19, 23, 0].map(greeting)).toEqual([
    'Buenas noches',
    'Buenos días',
    'Buenos días',
    'Buenas tardes',
    'Buenas tardes',
    'Buenas noches',
    'Buenas noches',
    'Buenas noches',
  ])
})
