import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isSigner, POINTS_MAX, SignatureMark, STROKES_MAX, TYPED_SIGNATURE } from './signature.ts'

const messageOf = (value: unknown) => z.safeParse(SignatureMark, value).error?.issues[0]?.message ?? null

test('CON-03 una firma es al menos un trazo o el nombre escrito, y no cabe cualquier cosa en ella', () => {
  const stroke = [
    [0, 0],
    [10.5, 20],
  ]
  expect(messageOf([stroke])).toBe(null)
  expect(messageOf(TYPED_SIGNATURE)).toBe(null)
  expect(messageOf([])).toBe('Dibuja la firma')
  expect(messageOf('dibujada')).toBe('Dibuja la firma')
  expect(messageOf([[[1, 1]]])).toBe('Dibuja la firma')
  expect(messageOf(undefined)).toBe('Dibuja la firma')
  const tooLong = 'La firma es demasiado larga: bórrala y dibújala de nuevo'
  expect(messageOf(Array.from({ length: STROKES_MAX + 1 }, () => stroke))).toBe(tooLong)
  expect(messageOf([Array.from({ length: POINTS_MAX + 1 }, () => [1, 1])])).toBe(tooLong)
  const many = Array.from({ length: 30 }, () => [1, 1])
  expect(messageOf(Array.from({ length: STROKES_MAX }, () => many))).toBe(tooLong)
  for (const broken of [[[[1]]], [[['1', 2]]], [[[1e9, 1]]], [[[Number.NaN, 1]]], [[]], ['x']]) {
    expect(messageOf(broken)).toBe('La firma no se pudo leer: bórrala y dibújala de nuevo')
  }
})

test('CON-03 firma el titular, escriba su documento con puntos o sin ellos', () => {
  expect(isSigner('1.020.304', '1020304')).toBe(true)
  expect(isSigner('900.123.456-8', '900123456-8')).toBe(true)
  expect(isSigner('900123456', '900123456-8')).toBe(true)
  expect(isSigner('ab123', 'AB123')).toBe(true)
  expect(isSigner('1020305', '1020304')).toBe(false)
  expect(isSigner('900123456-9', '900123456-8')).toBe(false)
})
