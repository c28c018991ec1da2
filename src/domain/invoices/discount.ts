import { type Money, minus, money, plus, ZERO } from '#domain/core/money.ts'

/** A line by its VAT. A discount (a compensation, an adjustment) has amounts less than zero. */
export type VatLine = { base: Money; vat: Money; vat_treatment: string; vat_bps: number }

export const isDiscount = ({ base, vat }: VatLine): boolean => base < 0 || vat < 0

/** What the lines of one VAT have in common: a discount reduces only lines with its own. */
export const vatKey = ({ vat_treatment, vat_bps }: VatLine): string => `${vat_treatment} ${vat_bps}`

/**
 * The discounts that the lines of an invoice can bear, in their order: what is charged with the VAT of a discount is never less than it.
 * The electronic document has no negative line, and a discount on lines with another VAT would change the VAT of the invoice.
 */
export function borneDiscounts<T extends VatLine>(lines: readonly T[]): Set<T> {
  const left = new Map<string, { base: Money; vat: Money }>()
  for (const line of lines.filter((one) => !isDiscount(one))) {
    const { base, vat } = left.get(vatKey(line)) ?? { base: ZERO, vat: ZERO }
    left.set(vatKey(line), { base: plus(base, line.base), vat: plus(vat, line.vat) })
  }
  const borne = new Set<T>()
  for (const line of lines.filter(isDiscount)) {
    const before = left.get(vatKey(line)) ?? { base: ZERO, vat: ZERO }
    const after = { base: plus(before.base, line.base), vat: plus(before.vat, line.vat) }
    // Without a base there is no line, so that its VAT must be zero too.
    if (after.base < 0 || after.vat < 0 || (after.base === 0 && after.vat !== 0)) continue
    left.set(vatKey(line), after)
    borne.add(line)
  }
  return borne
}

/** The amounts of lines of one VAT, the largest first, reduced by a discount that they can bear. The sums do not change. */
export function reduceLines(lines: readonly VatLine[], discount: VatLine): { base: Money; vat: Money }[] {
  let [base, vat] = [money(-1 * discount.base), money(-1 * discount.vat)]
  const reduced = lines.map((line) => {
    const taken = { base: line.base < base ? line.base : base, vat: line.base <= base ? line.vat : vat }
    base = minus(base, taken.base)
    vat = minus(vat, taken.vat)
    return { base: minus(line.base, taken.base), vat: minus(line.vat, taken.vat) }
  })
  return settleVat(reduced, minus(ZERO, vat))
}

/** Centavos of VAT that the rounding of a discount left are of the line that has a base and the most VAT. */
function settleVat(lines: { base: Money; vat: Money }[], rest: Money): { base: Money; vat: Money }[] {
  let owed = rest
  const settled = lines.map((line) => {
    if (line.vat >= 0 && line.base > 0) return line
    owed = plus(owed, line.vat)
    return { ...line, vat: ZERO }
  })
  const bearer = settled.reduce((best, line) => (line.base > 0 && line.vat >= best.vat ? line : best), {
    base: ZERO,
    vat: ZERO,
  })
  return settled.map((line) => (line === bearer ? { ...line, vat: plus(line.vat, owed) } : line))
}
