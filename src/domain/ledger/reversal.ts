import { type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import { type AppliedAmount, balanceChangesOf, type EntryPart } from './entry.ts'

/** An invoice of a reversal, with its amounts before it. */
export type ReopenedInvoice = { id: string; total: Money; credited: Money; balance: Money }

/** The credit in favour that an invoice uses and that a reversal may take back from it. */
export type CreditUse = ReopenedInvoice & { used: Money }

export type ReversalPlan = {
  /** The invoices that lose credit in favour and are owed again. */
  undone: AppliedAmount[]
  /** The part of each invoice that its credit notes had annulled: the credit that they gave pays it. */
  covered: AppliedAmount[]
  /** The credit that is missing: it was returned to the client, so the payment cannot be reversed. */
  missing: Money
}

/**
 * The effect of the reversal of a receipt on the credit in favour. Of each invoice at most its total less its credit notes is owed
 * again; the rest became credit in favour through the notes and is taken from `credit`, as is the rest of the receipt itself. When
 * `free` credit is not enough, invoices that used credit lose it, in the order of `uses`, and after them the kept advances.
 */
export function reversalPlan(
  entries: readonly EntryPart[],
  invoices: readonly ReopenedInvoice[],
  { free, kept, uses }: { free: Money; kept: Money; uses: readonly CreditUse[] },
): ReversalPlan {
  const back = new Map(balanceChangesOf(entries).map(({ id, paid }) => [id, paid]))
  const covered = invoices.flatMap((invoice) => {
    const amount = money(Math.max(0, plus(invoice.balance, back.get(invoice.id) ?? ZERO) - owedAtMost(invoice)))
    return amount > 0 ? [{ id: invoice.id, amount }] : []
  })
  const needed = plus(restOf(entries), sum(covered.map(({ amount }) => amount)))
  let missing = money(Math.max(0, needed - free))
  const undone: AppliedAmount[] = []
  for (const { used, ...invoice } of uses) {
    const opened = plus(invoice.balance, back.get(invoice.id) ?? ZERO)
    const room = Math.max(0, owedAtMost(invoice) - opened)
    const amount = money(Math.min(used, room, missing))
    if (amount === 0) continue
    undone.push({ id: invoice.id, amount })
    missing = minus(missing, amount)
  }
  return { undone, covered, missing: money(Math.max(0, missing - kept)) }
}

const owedAtMost = ({ total, credited }: ReopenedInvoice): Money => minus(total, credited)

/** The credit in favour that the receipt left. */
const restOf = (entries: readonly EntryPart[]): Money =>
  sum(entries.filter(({ credit }) => credit === 'credit').map(({ amount }) => amount))
