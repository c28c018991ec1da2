import * as z from 'zod/mini'

type TextCopy = {
  /** The message for a missing or empty text. Without it an empty text is accepted. */
  required?: string
  tooLong?: string
}

const notEmpty = (required: string | undefined) =>
  required === undefined ? [] : [z.minLength(1, { error: required, abort: true })]

const atMost = (max: number, tooLong = `Escribe máximo ${max} caracteres`) =>
  z.maxLength(max, { error: tooLong, abort: true })

/**
 * A text of at most `max` characters, without changes. A longer text fails here (abort), so that the checks added after it, such as
 * patterns, never run over more than `max` characters. Every text field of an input is built with one of the functions of this
 * file (test/lengths.test.ts).
 */
export const text = (max: number, { required, tooLong }: TextCopy = {}) =>
  z.string({ error: required ?? 'Debe ser un texto' }).check(...notEmpty(required), atMost(max, tooLong))

/** The same, trimmed. */
export const trimmedText = (max: number, { required, tooLong }: TextCopy = {}) =>
  z.string({ error: required ?? 'Debe ser un texto' }).check(z.trim(), ...notEmpty(required), atMost(max, tooLong))

/** A trimmed text that matches a pattern. `error` describes the format; it is also the message for an empty and for a long text. */
export const patternText = (max: number, pattern: RegExp, error: string, required = error) =>
  trimmedText(max, { required, tooLong: error }).check(z.regex(pattern, { error }))

const UNREADABLE = 'Quita los caracteres que no se pueden leer'

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/
const canBeSeen = (line: string): boolean => line === '' || /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/u.test(line)

/** A line of text, which may be empty: trimmed, without characters of control or of text direction, at most `max` characters. */
export const optionalLine = (max: number, copy: TextCopy = {}) =>
  trimmedText(max, copy).check(
    z.regex(ONE_LINE, { error: UNREADABLE, abort: true }),
    z.refine(canBeSeen, { error: UNREADABLE }),
  )

/** The same, required and with something to see. */
export const lineOfText = (required: string, max = 120) => optionalLine(max, { required })

/** A check of a text of several lines: without characters of control or that change the direction in which it is read. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/
export const isReadable = z.regex(LINES, { error: UNREADABLE })

/** A search text in a URL. Control characters are refused: PostgreSQL does not accept a null character. */
export const searchText = (max = 120, copy: TextCopy = {}) =>
  trimmedText(max, copy).check(z.regex(/^\P{Cc}*$/u, { error: UNREADABLE }))

/**
 * Whether a text begins with a sign that makes a spreadsheet read it as a formula. A signed number also begins with such a sign:
 * the caller that writes a spreadsheet must treat numbers separately.
 */
export const beginsLikeFormula = (value: string): boolean => /^[=+@\t\r-]/.test(value)

/** The items of a list as Spanish text: 'a, b y c'. */
export const listLabel = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} y ${items.at(-1)}`

/** The text with its first character in upper case (es-CO). */
export const capitalise = (words: string): string => words.slice(0, 1).toLocaleUpperCase('es-CO') + words.slice(1)
