import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus, ZERO } from '#domain/core/money.ts'

type Part = { id: string; amount: Money }

/** What an instalment pays of each invoice: the first ones first, of each at most what it has. Adds up to less when they have less. */
export function partsOfInstalment(left: Money, rooms: readonly Part[]): Part[] {
  let rest = left
  return rooms.flatMap(({ id, amount: room }) => {
    const amount = room < rest ? room : rest
    rest = minus(rest, amount)
    return amount > ZERO ? [{ id, amount }] : []
  })
}

/** An instalment of which something is missing. `left`: that, without what is in claim. */
export type MissingInstalment = { position: number; payable_until: Day; left: Money }

/**
 * What an online payment of the next instalment pays: what is missing of it once the credit in favour paid the first ones, and the ones after
 * it while the sum is below the least that is paid online. Undefined when nothing is missing.
 */
export function nextPayment(
  missing: readonly MissingInstalment[],
  { credit, minimum }: { credit: Money; minimum: Money },
): (MissingInstalment & { last_position: number }) | undefined {
  let rest = credit
  let next: (MissingInstalment & { last_position: number }) | undefined
  for (const { position, payable_until, left } of missing) {
    const used = rest < left ? rest : left
    rest = minus(rest, used)
    if (used === left) continue
    const sum = plus(next?.left ?? ZERO, minus(left, used))
    next = {
      position: next?.position ?? position,
      payable_until: next?.payable_until ?? payable_until,
      left: sum,
      last_position: position,
    }
    if (sum >= minimum) break
  }
  return next
}
