import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { cardOn } from './card.ts'

const typed = { number: '4242 4242-4242 4242', holder: ' Ana Ruiz ', expiry: '11/26', cvc: '123' }
const read = (changes: Partial<typeof typed>) => z.safeParse(cardOn(day('2026-11-29')), { ...typed, ...changes })
const wrong = (changes: Partial<typeof typed>) => read(changes).error?.issues[0]?.message

test.each(['06/29', '06-29', '0629', '06 / 2029'])('PAY-04 el vencimiento se puede escribir como %s', (expiry) => {
  expect(read({ expiry }).data).toEqual({ number: '4242424242424242', holder: 'Ana Ruiz', expiry: '06/29', cvc: '123' })
})

test('PAY-04 una tarjeta vale hasta el fin del mes en que vence, y después lo dice en su campo', () => {
  expect(read({}).success).toBe(true)
  expect(wrong({ expiry: '10/26' })).toBe('Esa tarjeta ya venció: paga con otra')
})

test.each([
  [{ number: '4242' }, 'Escribe el número completo de la tarjeta'],
  [{ number: '' }, 'Escribe el número completo de la tarjeta'],
  [{ holder: 'Ana' }, 'Escribe el nombre como está en la tarjeta'],
  [{ expiry: '13/29' }, 'Escribe el mes y el año en que vence, como 06/29'],
  [{ expiry: '' }, 'Escribe el mes y el año en que vence, como 06/29'],
  [{ cvc: '12' }, 'Escribe los 3 o 4 dígitos del código de seguridad'],
])('PAY-04 de la tarjeta %o se dice qué escribir', (changes, message) => {
  expect(wrong(changes)).toBe(message)
})
