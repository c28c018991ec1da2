import { beginsLikeFormula } from '#domain/core/text.ts'
import { mapInSlices } from '#server/core/slices.ts'

const BYTE_ORDER_MARK = '\ufeff'

type Row = readonly (string | number)[]

/**
 * A CSV for spreadsheets with Colombian settings: with byte order mark, with semicolons (the comma is the decimal separator), and with
 * an apostrophe before text that a spreadsheet would run as a formula. A number has a decimal comma, no thousands separator, and only
 * the decimals that it needs: the one format of numbers in every file.
 */
export const writeCsv = (rows: readonly Row[]): Buffer => fileOf(rows.map(lineOf))

/** The same for thousands of rows, which lets other requests run meanwhile. */
export const writeLongCsv = async (rows: readonly Row[]): Promise<Buffer> => fileOf(await mapInSlices(rows, lineOf))

/** The beginning of a file that is written line by line. */
export const CSV_START = BYTE_ORDER_MARK
/** Some rows of such a file. */
export const csvLines = (rows: readonly Row[]): string => rows.map((row) => `${lineOf(row)}\r\n`).join('')

const lineOf = (row: Row): string => row.map(cell).join(';')
const fileOf = (lines: readonly string[]): Buffer => Buffer.from(`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`)

/** 39666.27 as '39666,27'. */
export const numberText = (value: number): string => String(value).replace('.', ',')

function cell(value: string | number): string {
  const text = typeof value === 'number' ? numberText(value) : value
  const safe = isRunAsFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a spreadsheet would run a text as a formula. A number with a sign is not a formula. */
export const isRunAsFormula = (text: string): boolean => beginsLikeFormula(text) && !/^[+-]?\d+([.,]\d+)*$/.test(text)
