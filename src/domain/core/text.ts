import * as z from 'zod/mini'

/** A required line of text: trimmed, without control characters, at most `max` characters. */
export const line = (required: string, max = 120) =>
  z.pipe(
    z.string({ error: required }).check(z.trim(), z.minLength(1, { error: required })),
    z.string().check(
      z.maxLength(max, { error: `Escribe máximo ${max} caracteres` }),
      // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
      z.regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { error: 'Quita los caracteres que no se pueden leer' }),
    ),
  )

/** A sentence of a handful of words for lists: 'a, b y c'. */
export const listLabel = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} y ${items.at(-1)}`

/** First letter in capitals, as initials and sentence starts need it. */
export const capitalised = (text: string): string => text.slice(0, 1).toLocaleUpperCase('es-CO') + text.slice(1)
