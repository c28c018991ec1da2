import { type Money, minus, ZERO } from '#domain/core/money.ts'
import type { AppliedAmount } from './entry.ts'

/** The part of a credit in favour that is applied to an invoice: between zero and its total. */
const creditTaken = (total: Money, credit: Money): Money => (credit <= 0 ? ZERO : credit < total ? credit : total)

/**
 * Applies the credit in favour of each client to its invoices, in the order of the calls: the next invoice takes the rest of the
 * previous one. Used by the preview, the bulk run and the one-off invoice. `credit`: the credit of the client before the first call.
 */
export function creditAllocator(): (invoice: { client_id: string; credit: Money; total: Money }) => Money {
  const remaining = new Map<string, Money>()
  return ({ client_id, credit, total }) => {
    const available = remaining.get(client_id) ?? credit
    const taken = creditTaken(total, available)
    if (taken > 0) remaining.set(client_id, minus(available, taken))
    return taken
  }
}

/**
 * The credit in favour that pays each of these invoices, in their order: what there is to collect of it, without its disputed amount
 * (R2.15, R7.12). The parts add up to at most `credit`.
 */
export function creditParts(
  credit: Money,
  invoices: readonly { id: string; balance: Money; disputed_amount: Money }[],
): AppliedAmount[] {
  let remaining = credit
  return invoices.flatMap(({ id, balance, disputed_amount }) => {
    const amount = creditTaken(minus(balance, disputed_amount), remaining)
    if (amount <= 0) return []
    remaining = minus(remaining, amount)
    return [{ id, amount }]
  })
}
