/** How an amount is written while it is typed: thousands commas, and decimals after a point when the field admits them. */
export type AmountKind = 'whole' | 'decimal'

/** '1234567.5' typed → '1,234,567.5'. Drops everything that is not part of an amount; at most two decimals. */
export function formatTyped(typed: string, kind: AmountKind): string {
  const clean = typed.replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = clean.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 10)
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  if (kind === 'whole' || rest.length === 0) return grouped
  return `${grouped === '' ? '0' : grouped}.${rest.join('').slice(0, 2)}`
}

/** Where the caret goes after formatting: behind the same digit it stood behind before. */
export function caretAfter(before: string, caret: number, after: string): number {
  const counted = before.slice(0, caret).replace(/[^\d.]/g, '').length
  let seen = 0
  for (let place = 0; place < after.length; place += 1) {
    if (seen === counted) return place
    if (/[\d.]/.test(after[place] ?? '')) seen += 1
  }
  return after.length
}

/** '1,234.5' → 1234.5. Undefined when nothing was typed. */
export function amountOf(formatted: string): number | undefined {
  const clean = formatted.replace(/,/g, '')
  return clean === '' || clean === '.' ? undefined : Number(clean)
}

/** 1234.5 → '1,234.5', as the field shows a stored amount. */
export const typedFrom = (amount: number | undefined): string =>
  amount === undefined || Number.isNaN(amount) ? '' : formatTyped(String(amount), 'decimal')
