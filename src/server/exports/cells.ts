import { dayOf } from '#domain/core/days.ts'
import type { Column } from '#domain/exports/column.ts'
import { csvLines, numberText } from '#server/files/csv.ts'
import type { Cell } from '#server/files/xlsx.ts'

/** A column with the keys of its path: taken apart once for a file, and not for each of its cells. */
export type Placed = { path: readonly string[]; words: Column['words'] }
export const placed = ({ at, words }: Column): Placed => ({ path: at.split('.'), words })

/** Rows as the lines of a CSV, by its columns. */
export const csvOfRows = (rows: readonly unknown[], places: readonly Placed[]): string =>
  csvLines(rows.map((row) => places.map((place) => textOf(cellOf(row, place)))))

/** The cell of a column. A list becomes its values joined by commas; an instant, its day in Bogotá. */
export function cellOf(row: unknown, { path, words }: Placed): Cell {
  const value = valueAt(row, path, 0)
  if (Array.isArray(value)) return value.map((part) => textOf(plainCell(part, words))).join(', ')
  return plainCell(value, words)
}

function valueAt(value: unknown, path: readonly string[], from: number): unknown {
  const key = path[from]
  if (key === undefined) return value
  if (Array.isArray(value)) return value.map((part) => valueAt(part, path, from))
  return typeof value === 'object' && value !== null && key in value
    ? valueAt(Reflect.get(value, key), path, from + 1)
    : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function plainCell(value: unknown, words: Column['words']): Cell {
  if (value === null || value === undefined) return ''
  if (words !== undefined && (typeof value === 'string' || typeof value === 'boolean'))
    return words[String(value)] ?? String(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? dayOf(new Date(value)) : value
}

/** The text of a cell in a CSV: a decimal comma, as a spreadsheet in Spanish reads it. */
const textOf = (cell: Cell): string => (typeof cell === 'number' ? numberText(cell) : cell)
