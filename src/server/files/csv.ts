import { beginsLikeFormula } from '#domain/core/text.ts'

const UTF8_MARK = '\ufeff'

/**
 * A CSV that opens well in a spreadsheet of this country: with the UTF-8 mark, with semicolons (the comma is for decimals), and with text that a spreadsheet would run as a formula made
 * harmless by an apostrophe.
 */
export const writeCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`${UTF8_MARK}${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`)

function cell(text: string): string {
  const safe = isRunAsFormula(text) ? `'${text}` : text
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a spreadsheet would run a text. A number with its sign is a number. */
export const isRunAsFormula = (text: string): boolean => beginsLikeFormula(text) && !/^[+-]?\d+([.,]\d+)*$/.test(text)
