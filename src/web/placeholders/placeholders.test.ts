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

test('toda pantalla por construir dice cómo se llama y qué va a tener', () => {
  const placeholders: Placeholder[] = Object.values(PLACEHOLDERS)
  expect(placeholders.filter(({ title, holds }) => title === '' || holds.length === 0)).toEqual([])
  expect(JSON.stringify(placeholders)).not.toMatch(/se habilita pronto/i)
})
