import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'

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
