import { comparableText } from '#domain/places/place.ts'

type Rows = readonly (readonly string[])[]

/** The first rows of a statement, in which its titles are. */
export const HEADING_ROWS_MAX = 20
const HEADING_CELLS_MIN = 2
const HEADINGS_MAX = 60

/** A title as it is compared: in lower case, without accents or marks. */
export const normalisedTitle = (title: string): string =>
  comparableText(title.slice(0, 80))
    .replace(/[^a-z0-9ñ]+/g, ' ')
    .trim()

/**
 * The titles of a statement from its first column, normalised: the fullest of its first rows that has only words. [] without such a row:
 * a movement has a day and an amount. Two files of one bank with equal titles have the same columns.
 */
export function headingsOf(rows: Rows): string[] {
  const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length
  const candidates = rows
    .slice(0, HEADING_ROWS_MAX)
    .filter((row) => filled(row) >= HEADING_CELLS_MIN && !row.some((cell) => isNumber(cell.trim())))
  const best = candidates.toSorted((one, other) => filled(other) - filled(one))[0] ?? []
  const titles = best.slice(0, HEADINGS_MAX).map(normalisedTitle)
  return titles.slice(0, titles.findLastIndex((title) => title !== '') + 1)
}

export const isSameHeadings = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((title, at) => title === other[at])

/** A number, an amount, a day or an hour. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[\s\d$()+\-.,/:T%]+$/.test(cell)
