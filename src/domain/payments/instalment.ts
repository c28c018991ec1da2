import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, minus, PesosSum, plus, ZERO } from '#domain/core/money.ts'

/** The next instalment of an agreement that runs, as its client pays it online. `invoices`: what it pays of each one. */
export const PayableInstalment = z.object({
  agreement_id: z.uuid(),
  /** Its place in the agreement, from 1. */
  position: z.number(),
  /** The place of the last one that is paid with it: another one while less than the online minimum is missing of the first. */
  last_position: z.number(),
  payable_until: DayText,
  amount: PesosSum,
  invoices: z.array(z.object({ id: z.uuid(), number: z.string(), amount: PesosSum })),
})
export type PayableInstalment = z.output<typeof PayableInstalment>

/** In a file of its own: the first screens of the portal load the rest of the payments, and not this. */
export const instalmentApi = api({
  payable: {
    method: 'GET',
    path: '/payment/instalments',
    summary: 'La próxima cuota de cada acuerdo de pago vigente de quien pregunta, con lo que paga de cada factura',
    roles: ['client'],
    reply: z.object({ data: z.array(PayableInstalment) }),
  },
})

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

/** 'cuota 2', 'cuotas 2 y 3' or 'cuotas 2 a 4'. */
export function instalmentsLabel({
  position,
  last_position: last = position,
}: {
  position: number
  last_position?: number | undefined
}): string {
  if (last === position) return `cuota ${position}`
  return `cuotas ${position} ${last === position + 1 ? 'y' : 'a'} ${last}`
}
