import { expect, test } from 'vitest'
import { greeting } from '#web/dashboard/greeting.ts'
import { PLACEHOLDERS, type Placeholder } from './placeholders.ts'

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

test('toda sala por construir dice cómo se llama y qué va a tener', () => {
  const rooms: Placeholder[] = Object.values(PLACEHOLDERS)
  expect(rooms.filter(({ title, holds }) => title === '' || holds.length === 0)).toEqual([])
  expect(JSON.stringify(rooms)).not.toMatch(/se habilita pronto/i)
})
