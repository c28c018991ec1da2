import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus, sum, ZERO } from '#domain/core/money.ts'

/** A change of the credit in favour of a client, in the order of the journal. `key` names the document or the invoice. */
export type CreditChange =
  | { kind: 'created'; key: string; isKept: boolean; amount: Money }
  /** Taken by an invoice, or returned to the client, on a day. */
  | { kind: 'used'; key: string; amount: Money; on: Day }
  /** A use that was undone, because the payment that gave the credit was reversed. */
  | { kind: 'undone'; key: string; amount: Money }
  /** Taken back by the reversal of the payment that created it. */
  | { kind: 'withdrawn'; key: string; amount: Money }

/** The credit in favour that one document created: `remaining` of it, and what each invoice or refund used. */
export type CreditLot = { key: string; isKept: boolean; remaining: Money; uses: LotUse[] }
type LotUse = { key: string; amount: Money; on: Day }

/**
 * The credit in favour of a client by its source: each use takes the oldest credit first, and an advance that a person kept
 * (`isKept`) after all other credit. The remaining amounts add up to the credit in favour.
 */
export function creditLots(changes: readonly CreditChange[]): CreditLot[] {
  const lots: CreditLot[] = []
  for (const change of changes) {
    const { key, amount } = change
    if (change.kind === 'created') create(lots, change)
    else if (change.kind === 'used') spend(lots, change)
    else if (change.kind === 'undone') undo(lots, key, amount)
    else withdraw(lots, key, amount)
  }
  return lots
}

/** The credit that the ledger applies by itself: all of it except the advances that a person kept. */
export const freeCredit = (lots: readonly CreditLot[]): Money =>
  sum(lots.filter(({ isKept }) => !isKept).map(({ remaining }) => remaining))

/** A credit note gives credit in two rows: its base and its VAT. */
function create(lots: CreditLot[], { key, isKept, amount }: { key: string; isKept: boolean; amount: Money }): void {
  const lot = lots.find((one) => one.key === key)
  if (lot) lot.remaining = plus(lot.remaining, amount)
  else lots.push({ key, isKept, remaining: amount, uses: [] })
}

function spend(lots: readonly CreditLot[], { key, amount, on }: LotUse): void {
  let missing = amount
  for (const lot of [...lots.filter(({ isKept }) => !isKept), ...lots.filter(({ isKept }) => isKept)]) {
    const part = smaller(lot.remaining, missing)
    if (part === 0) continue
    lot.remaining = minus(lot.remaining, part)
    lot.uses.push({ key, amount: part, on })
    missing = minus(missing, part)
  }
}

function undo(lots: readonly CreditLot[], key: string, amount: Money): void {
  let missing = amount
  for (const lot of lots.toReversed())
    missing = minus(
      missing,
      takeBack(lot, missing, (one) => one === key),
    )
}

/** The credit of a lot goes; what invoices used of it is moved to the other lots. */
function withdraw(lots: readonly CreditLot[], key: string, amount: Money): void {
  const lot = lots.find((one) => one.key === key)
  if (!lot) return
  const moved: CreditLot['uses'] = []
  while (lot.remaining < amount) {
    const last = lot.uses.at(-1)
    if (!last) break
    const part = takeBack(lot, smaller(last.amount, minus(amount, lot.remaining)), (one) => one === last.key)
    moved.push({ ...last, amount: part })
  }
  lot.remaining = minus(lot.remaining, smaller(lot.remaining, amount))
  const others = lots.filter((one) => one !== lot)
  for (const one of moved) spend(others, one)
}

/** Returns up to `amount` of the uses of a lot to it, the newest first, and says how much. */
function takeBack(lot: CreditLot, amount: Money, isTaken: (key: string) => boolean): Money {
  let missing = amount
  for (const one of lot.uses.toReversed()) {
    if (!isTaken(one.key)) continue
    const part = smaller(one.amount, missing)
    one.amount = minus(one.amount, part)
    missing = minus(missing, part)
  }
  lot.uses = lot.uses.filter((one) => one.amount > 0)
  const taken = minus(amount, missing)
  lot.remaining = plus(lot.remaining, taken)
  return taken
}

const smaller = (a: Money, b: Money): Money => (a < b ? a : b > ZERO ? b : ZERO)
