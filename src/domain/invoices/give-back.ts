import { type Money, minus, sum, ZERO } from '#domain/core/money.ts'

/** An invoice that may be credited. `left`: what is not credited of it; `lines`: of each line, in the order in which they are taken. */
export type CreditableInvoice = {
  id: string
  left: Money
  lines: readonly { position: number; left: Money }[]
}

/** The credit note of an invoice: amounts, VAT included, of some of its lines. */
export type GivenPart = { invoice_id: string; lines: { position: number; amount: Money }[] }

/**
 * Divides an amount that is given back among invoices, in their order, and the lines of each. No line and no invoice gives more than
 * what is left of it: a line below zero reduces what its invoice may give. Parts and `rest` add up to the amount.
 */
export function giveBackParts(
  invoices: readonly CreditableInvoice[],
  amount: Money,
): { parts: GivenPart[]; rest: Money } {
  const parts: GivenPart[] = []
  let rest = amount
  for (const { id, left, lines } of invoices) {
    const taken = takeFrom(lines, rest < left ? rest : left)
    if (taken.length === 0) continue
    parts.push({ invoice_id: id, lines: taken })
    rest = minus(rest, sum(taken.map((line) => line.amount)))
  }
  return { parts, rest }
}

function takeFrom(lines: CreditableInvoice['lines'], most: Money): GivenPart['lines'] {
  const taken: GivenPart['lines'] = []
  let rest = most
  for (const { position, left } of lines) {
    const amount = left < rest ? left : rest
    if (amount <= ZERO) continue
    taken.push({ position, amount })
    rest = minus(rest, amount)
  }
  return taken
}
