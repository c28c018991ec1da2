import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isReadable, text } from './text.ts'

test('un texto de varias líneas admite saltos y tabulaciones, y no caracteres de control ni de dirección', () => {
  const schema = text(100).check(isReadable)
  const isAccepted = (value: string): boolean => z.safeParse(schema, value).success
  expect(['uno\ndos\r\n\ttres 🌊', ''].map(isAccepted)).toEqual([true, true])
  expect(['\u0007', '\u001b[31m', '\0', '\u007f', '\u202e', '\u2066'].map((mark) => isAccepted(`a${mark}b`))).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})
