import { fractionOf, type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** A line of an invoice, with the amounts that earlier credit notes credited of it. */
export type CreditedLine = { position: number; base: Money; vat: Money; credited: { base: Money; vat: Money } }

export type NotePart = { position: number; base: Money; vat: Money }

/**
 * The parts of a credit note: the remaining amounts of all lines, or an amount (VAT included) of some lines. The VAT of a part is
 * proportional to the VAT of its line; the note that closes a line takes the exact rest, so that all notes add up to the line
 * (INV-10). Throws Refusal for an unknown or repeated line, and for more than the rest of a line.
 */
export function creditNoteParts(
  lines: readonly CreditedLine[],
  requested: readonly { position: number; amount: Money }[] | null,
): NotePart[] {
  if (requested === null) return lines.map(rest).filter((part) => part.base !== 0 || part.vat !== 0)
  const positions = new Set(requested.map((part) => part.position))
  if (positions.size !== requested.length) throw refuseField('invalid', 'lines', 'Una línea está dos veces')
  return requested.map(({ position, amount }) => {
    const line = lines.find((candidate) => candidate.position === position)
    if (!line) throw refuseField('invalid', 'lines', `La factura no tiene la línea ${position}`)
    const remaining = rest(line)
    const remainingTotal = plus(remaining.base, remaining.vat)
    if (amount > remainingTotal)
      throw refuseField('refused', 'lines', 'La nota crédito supera lo que queda de esa línea')
    if (amount === remainingTotal) return remaining
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
 * Divides a note: `debt` reduces the balance of the invoice, `favour` was already paid and becomes credit in favour. Base and VAT of
 * both add up to the note.
 */
export function noteDestination(
  note: NoteTotals,
  balance: Money,
): { debt: { base: Money; vat: Money }; favour: { base: Money; vat: Money } } {
  const reduction = note.total < balance ? note.total : balance
  const share = note.total === 0 ? ZERO : fractionOf(reduction, note.vat, note.total)
  const minimumVat = minus(reduction, note.subtotal)
  // Rounding may move one centavo: base and VAT of the debt are kept between zero and those of the note.
  const vat = money(Math.min(note.vat, Math.max(share, minimumVat, 0)))
  const base = minus(reduction, vat)
  return { debt: { base, vat }, favour: { base: minus(note.subtotal, base), vat: minus(note.vat, vat) } }
}
