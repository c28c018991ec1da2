import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { type Money, minus, PesosSum, ZERO } from '#domain/core/money.ts'

/** The next instalment of an agreement that runs, as its client pays it online. `invoices`: what it pays of each one. */
export const PayableInstalment = z.object({
  agreement_id: z.uuid(),
  /** Its place in the agreement, from 1. */
  position: z.number(),
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
