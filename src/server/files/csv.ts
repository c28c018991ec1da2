import { beginsLikeFormula } from '#domain/core/text.ts'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV for spreadsheets with Colombian settings: with byte order mark, with semicolons (the comma is the decimal separator), and with
 * an apostrophe before text that a spreadsheet would run as a formula.
 */
export const writeCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`${BYTE_ORDER_MARK}${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`)

function cell(text: string): string {
  const safe = isRunAsFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a spreadsheet would run a text as a formula. A number with a sign is not a formula. */
export const isRunAsFormula = (text: string): boolean => beginsLikeFormula(text) && !/^[+-]?\d+([.,]\d+)*$/.test(text)
