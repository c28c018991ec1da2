import { type Money, minus, plus, sum, ZERO } from '#domain/core/money.ts'

type Owed = { contract_id: string; amount: Money; returned: Money }

/** What an amount pays of the open refunds of a client, in their order: `returned` is what was paid back of each one in all. */
export function refundParts(
  owed: readonly Owed[],
  paid: Money,
): { contract_id: string; returned: Money; isClosed: boolean }[] {
  let rest = paid
  return owed.flatMap(({ contract_id, amount, returned }) => {
    const part = smaller(minus(amount, returned), rest)
    if (part <= 0) return []
    rest = minus(rest, part)
    const all = plus(returned, part)
    return [{ contract_id, returned: all, isClosed: all === amount }]
  })
}

/**
 * The open refunds of a client after a payment was reversed: less by what the payment had paid of their contract (`reversed`), and in all
 * at most the credit in favour that is left; the last ones become less first. Only those that change.
 */
export function releasedParts(
  owed: readonly (Owed & { reversed: Money })[],
  credit: Money,
): { contract_id: string; amount: Money; isClosed: boolean }[] {
  const left = owed.map(({ amount, returned, reversed }) => {
    const open = minus(amount, returned)
    return open > reversed ? minus(open, reversed) : ZERO
  })
  const total = sum(left)
  let over = total > credit ? minus(total, credit) : ZERO
  for (const [index, open] of [...left.entries()].toReversed()) {
    const part = smaller(open, over)
    left[index] = minus(open, part)
    over = minus(over, part)
  }
  return owed.flatMap(({ contract_id, amount, returned }, index) => {
    const open = left[index] ?? ZERO
    const next = plus(returned, open)
    return next === amount ? [] : [{ contract_id, amount: next, isClosed: open === 0 }]
  })
}

const smaller = (one: Money, other: Money): Money => (one < other ? one : other)
