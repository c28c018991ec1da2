import { baseIncluded, fractionOf, type Money, minus, money, pesosLabel, plus, sum, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { isDiscount, type VatLine, vatKey } from './discount.ts'

/** A line of an invoice by its VAT, with the amounts that earlier credit notes credited of it. A discount is less than zero. */
export type CreditedLine = VatLine & { position: number; credited: { base: Money; vat: Money } }

export type NotePart = { position: number; base: Money; vat: Money }

/** What is left of the lines of one VAT, with their discounts. */
type Left = { base: Money; vat: Money }

/**
 * The parts of a credit note: the remaining amounts of all lines, or an amount (VAT included) of some lines. The VAT of a part is by
 * the rate of its line, as the DIAN computes it; the note that closes a line takes the exact rest, so that all notes add up to the line
 * (INV-10). The lines of one VAT give together no more than they charge with their discounts, as the electronic document has them.
 * `takesDiscounts`: an amount over that takes the discounts too, as parts less than zero; otherwise it is refused. Throws Refusal for
 * an unknown or repeated line, and for more than the rest of a line.
 */
export function creditNoteParts(
  lines: readonly CreditedLine[],
  requested: readonly { position: number; amount: Money }[] | null,
  { takesDiscounts = false }: { takesDiscounts?: boolean } = {},
): NotePart[] {
  if (requested === null) return lines.map(rest).filter((part) => part.base !== 0 || part.vat !== 0)
  const positions = new Set(requested.map((part) => part.position))
  if (positions.size !== requested.length) throw refuseField('invalid', 'lines', 'Una línea está dos veces')
  const left = leftByVat(lines)
  return requested.flatMap(({ position, amount }) => {
    const line = lines.find((candidate) => candidate.position === position)
    if (!line) throw refuseField('invalid', 'lines', `La factura no tiene la línea ${position}`)
    const limit = left.get(vatKey(line)) ?? { base: ZERO, vat: ZERO }
    const most = plus(limit.base, limit.vat)
    if (amount > totalOf(rest(line)))
      throw refuseField('refused', 'lines', 'La nota crédito supera lo que queda de esa línea')
    if (amount > most && !takesDiscounts)
      throw refuseField(
        'refused',
        'lines',
        `La nota crédito supera lo que queda de esa línea con su descuento: ${pesosLabel(most > 0 ? most : ZERO)}`,
      )
    const parts = amount > most ? withDiscounts(line, amount, lines, limit) : [partOf(line, amount, limit)]
    left.set(vatKey(line), { base: minus(limit.base, baseOf(parts)), vat: minus(limit.vat, vatOf(parts)) })
    return parts
  })
}

/** What a note may credit of each line that charges something, in their order: its rest, within what its VAT has left (`Left`). */
export function creditableLines(lines: readonly CreditedLine[]): { position: number; left: Money }[] {
  const left = leftByVat(lines)
  return lines
    .filter((line) => !isDiscount(line))
    .map((line) => {
      const limit = left.get(vatKey(line)) ?? { base: ZERO, vat: ZERO }
      const [own, most] = [totalOf(rest(line)), totalOf(limit)]
      const taken = own < most ? own : most
      left.set(vatKey(line), { base: minus(limit.base, taken), vat: limit.vat })
      return { position: line.position, left: taken > 0 ? taken : ZERO }
    })
}

function leftByVat(lines: readonly CreditedLine[]): Map<string, Left> {
  const left = new Map<string, Left>()
  for (const line of lines) {
    const [before, own] = [left.get(vatKey(line)) ?? { base: ZERO, vat: ZERO }, rest(line)]
    left.set(vatKey(line), { base: plus(before.base, own.base), vat: plus(before.vat, own.vat) })
  }
  return left
}

/** A part within what its VAT has left; all of it takes the exact rest. */
function partOf(line: CreditedLine, amount: Money, limit: Left): NotePart {
  const { position } = line
  const own = rest(line)
  const most = { base: Math.min(own.base, limit.base), vat: Math.min(own.vat, limit.vat) }
  const vat = money(Math.min(most.vat, Math.max(vatWithin(line, amount), amount - most.base)))
  return { position, vat, base: minus(amount, vat) }
}

/** A part over what its VAT has left, and the discounts that it takes: together they are exactly what was left. */
function withDiscounts(line: CreditedLine, amount: Money, lines: readonly CreditedLine[], limit: Left): NotePart[] {
  const own = rest(line)
  const vat = money(Math.min(own.vat, Math.max(vatWithin(line, amount), minus(amount, own.base))))
  const parts: NotePart[] = [{ position: line.position, vat, base: minus(amount, vat) }]
  let over = minus(amount, totalOf(limit))
  for (const discount of lines.filter((one) => isDiscount(one) && vatKey(one) === vatKey(line))) {
    const whole = rest(discount)
    const taken = minus(ZERO, totalOf(whole)) < over ? minus(ZERO, totalOf(whole)) : over
    if (taken <= 0) continue
    over = minus(over, taken)
    const part = fractionOf(taken, discount.vat, minus(ZERO, plus(discount.base, discount.vat)))
    // The last one closes what is left of the VAT.
    const its = over === 0 ? minus(limit.vat, vatOf(parts)) : part
    parts.push({ position: discount.position, vat: its, base: minus(minus(ZERO, taken), its) })
  }
  return parts
}

/** The VAT of an amount that has it included; none of a line without VAT. */
const vatWithin = ({ vat, vat_bps }: CreditedLine, amount: Money): Money =>
  vat === 0 ? ZERO : baseIncluded(amount, vat_bps).vat

const rest = ({ position, base, vat, credited }: CreditedLine): NotePart => ({
  position,
  base: minus(base, credited.base),
  vat: minus(vat, credited.vat),
})

const totalOf = ({ base, vat }: Left): Money => plus(base, vat)
const baseOf = (parts: readonly NotePart[]): Money => sum(parts.map(({ base }) => base))
const vatOf = (parts: readonly NotePart[]): Money => sum(parts.map(({ vat }) => vat))

export type NoteTotals = { subtotal: Money; vat: Money; total: Money }

export function noteTotals(parts: readonly NotePart[]): NoteTotals {
  const [subtotal, vat] = [baseOf(parts), vatOf(parts)]
  return { subtotal, vat, total: plus(subtotal, vat) }
}

/**
 * What of a note was already paid, when it returns first what is owed outside of the disputes of its invoice, then what was paid, and only
 * then what is in dispute.
 */
export function paidBeside(
  noted: Money,
  invoice: { total: Money; credited: Money; balance: Money; disputed_amount: Money },
): Money {
  const free = minus(invoice.balance, invoice.disputed_amount)
  const paid = minus(minus(invoice.total, invoice.credited), invoice.balance)
  const beside = noted > free ? minus(noted, free) : ZERO
  return beside < paid ? beside : paid
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
