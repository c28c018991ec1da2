import { type Money, money } from '#domain/core/money.ts'

/** The decimal mark of a column: null when no amount of it has decimals. */
type Mark = '.' | ',' | null

/**
 * Reads the amounts of one column of a statement. The mark of the decimals is decided once for the whole column: '-71.400' is
 * seventy-one thousand where no amount has two decimals. Returns null for a cell that is not an amount.
 */
export function amountReader(cells: readonly string[]): (cell: string) => Money | null {
  const mark = markOf(cells)
  return (cell) => readCell(cell, mark)
}

const clean = (cell: string): string => cell.replace(/[\s$'\u00a0]|COP/gi, '').replace(/[\u2212\u2013]/g, '-')

function markOf(cells: readonly string[]): Mark {
  const votes = { '.': 0, ',': 0 }
  for (const cell of cells) {
    const mark = /([.,])\d{1,2}[)-]?$/.exec(clean(cell))?.[1]
    if (mark === '.' || mark === ',') votes[mark] += 1
  }
  if (votes['.'] === 0 && votes[','] === 0) return null
  return votes['.'] > votes[','] ? '.' : ','
}

function readCell(cell: string, mark: Mark): Money | null {
  const text = clean(cell)
  const isNegative = /^-|^\(.*\)$|-$/.test(text)
  const digits = text.replace(/^[-+(]+|[)-]+$/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)?(?:([.,])(\d{1,4}))?$/.exec(digits)
  if (!match || digits === '') return null
  const [, whole = '0', own, decimals = ''] = match
  // A mark that is not the one of the column divides thousands, and then it has three digits.
  const isThousands = own !== undefined && own !== mark
  if (isThousands && decimals.length !== 3) return null
  if (mark !== null && whole.includes(mark)) return null
  if (!isThousands && !/^\d{0,2}0*$/.test(decimals)) return null
  const units = isThousands ? `${whole}${decimals}` : whole
  const cents = isThousands ? '00' : decimals.slice(0, 2).padEnd(2, '0')
  const count = Number(units.replace(/\D/g, '')) * 100 + Number(cents)
  return Number.isSafeInteger(count) ? money(isNegative && count !== 0 ? -count : count) : null
}
