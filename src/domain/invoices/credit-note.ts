import { fractionOf, type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** A line of an invoice as a credit note sees it, with what other notes took back of it. */
export type CreditedLine = { position: number; base: Money; vat: Money; credited: { base: Money; vat: Money } }

export type NotePart = { position: number; base: Money; vat: Money }

/**
 * What a credit note takes back: everything that is left, or an amount (VAT included) of some lines. The VAT of a part is the
 * line's own share of it; the note that closes a line takes the exact rest, so that all notes together are the line (INV-10).
 */
export function creditNoteParts(
  lines: readonly CreditedLine[],
  wanted: readonly { position: number; amount: Money }[] | null,
): NotePart[] {
  if (wanted === null) return lines.map(rest).filter((part) => part.base !== 0 || part.vat !== 0)
  const positions = new Set(wanted.map((one) => one.position))
  if (positions.size !== wanted.length) throw refuseField('invalid', 'lines', 'Una línea está dos veces')
  return wanted.map(({ position, amount }) => {
    const line = lines.find((one) => one.position === position)
    if (!line) throw refuseField('invalid', 'lines', `La factura no tiene la línea ${position}`)
    const open = rest(line)
    const left = plus(open.base, open.vat)
    if (amount > left) throw refuseField('refused', 'lines', 'La nota crédito supera lo que queda de esa línea')
    if (amount === left) return open
    const vat = fractionOf(amount, line.vat, plus(line.base, line.vat))
    return { position, vat, base: minus(amount, vat) }
  })
}

const rest = ({ position, base, vat, credited }: CreditedLine): NotePart => ({
  position,
  base: minus(base, credited.base),
  vat: minus(vat, credited.vat),
})

export type NoteTotals = { subtotal: Money; vat: Money; total: Money }

export function noteTotals(parts: readonly NotePart[]): NoteTotals {
  const subtotal = sum(parts.map((part) => part.base))
  const vat = sum(parts.map((part) => part.vat))
  return { subtotal, vat, total: plus(subtotal, vat) }
}

/**
 * Where a note goes: what the invoice still owes is lowered, and what was paid already becomes credit in favour. Each half with
 * its base and its VAT, which add up to the note.
 */
export function noteDestination(
  note: NoteTotals,
  balance: Money,
): { debt: { base: Money; vat: Money }; favour: { base: Money; vat: Money } } {
  const lowered = note.total < balance ? note.total : balance
  const share = note.total === 0 ? ZERO : fractionOf(lowered, note.vat, note.total)
  const most = minus(lowered, note.subtotal)
  // Half a centavo may fall to either side; neither half takes more than there is.
  const vat = money(Math.min(note.vat, Math.max(share, most, 0)))
  const base = minus(lowered, vat)
  return { debt: { base, vat }, favour: { base: minus(note.subtotal, base), vat: minus(note.vat, vat) } }
}
