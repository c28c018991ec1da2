import * as z from 'zod/mini'

type TextCopy = {
  /** Said when it is missing or empty. Without it an empty text is accepted. */
  required?: string
  tooLong?: string
}

const present = (required: string | undefined) =>
  required === undefined ? [] : [z.minLength(1, { error: required, abort: true })]

const atMost = (max: number, tooLong = `Escribe máximo ${max} caracteres`) =>
  z.maxLength(max, { error: tooLong, abort: true })

/**
 * A text as it was typed, of at most `max` characters. A longer one ends here: the checks that are added after it, patterns above all,
 * never run over more than `max` characters. Every text that comes from outside is made by one of the functions of this file
 * (test/lengths.test.ts).
 */
export const text = (max: number, { required, tooLong }: TextCopy = {}) =>
  z.string({ error: required ?? 'Debe ser un texto' }).check(...present(required), atMost(max, tooLong))

/** The same, without the blanks around it. */
export const trimmed = (max: number, { required, tooLong }: TextCopy = {}) =>
  z.string({ error: required ?? 'Debe ser un texto' }).check(z.trim(), ...present(required), atMost(max, tooLong))

/** A trimmed text that has one form. `error` describes the form, and is said of an empty and of a long text too. */
export const formed = (max: number, pattern: RegExp, error: string, required = error) =>
  trimmed(max, { required, tooLong: error }).check(z.regex(pattern, { error }))

const UNREADABLE = 'Quita los caracteres que no se pueden leer'

/** A required line of text: trimmed, without control characters, at most `max` characters. */
export const line = (required: string, max = 120) =>
  trimmed(max, { required }).check(
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
    z.regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { error: UNREADABLE }),
  )

/** What is searched for, in an address. The database refuses a null character, and nobody types one. */
export const searchText = (max = 120) => text(max).check(z.regex(/^\P{Cc}*$/u, { error: UNREADABLE }))

/**
 * Whether a text begins with a sign that makes a spreadsheet read it as a formula. A signed number begins so too: who writes a
 * spreadsheet decides whether that matters.
 */
export const beginsLikeFormula = (typed: string): boolean => /^[=+@\t\r-]/.test(typed)

/** A sentence of a handful of words for lists: 'a, b y c'. */
export const listLabel = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} y ${items.at(-1)}`

/** First letter in capitals, as initials and sentence starts need it. */
export const capitalised = (words: string): string => words.slice(0, 1).toLocaleUpperCase('es-CO') + words.slice(1)
