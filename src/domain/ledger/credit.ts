import { type Money, minus, ZERO } from '#domain/core/money.ts'

/** How much of a credit in favour an invoice takes: never more than it charges, never less than zero. */
const creditTaken = (total: Money, credit: Money): Money => (credit <= 0 ? ZERO : credit < total ? credit : total)

/**
 * Gives the credit in favour of each client to its invoices, in the order in which they are asked for: the first invoice takes what
 * it can, the next one what is left. Preview, massive run and one-off invoice all ask here. `credit` is what the client had in favour
 * before the first of them.
 */
export function creditAllocator(): (invoice: { client_id: string; credit: Money; total: Money }) => Money {
  const left = new Map<string, Money>()
  return ({ client_id, credit, total }) => {
    const available = left.get(client_id) ?? credit
    const taken = creditTaken(total, available)
    if (taken > 0) left.set(client_id, minus(available, taken))
    return taken
  }
}
