import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Pesos } from '#domain/core/money.ts'
import { LinkToken } from './link-payment-api.ts'

/** An open slip: what its payer says at a correspondent of Bancolombia, and the money to bring. */
const Slip = z.object({
  /** The id of its payment. */
  id: z.uuid(),
  /** Who is paid, with the ways to ask about the payment: the counter and the ticket name neither. */
  company: z.object({
    name: z.string(),
    nit: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** The numbers of its invoices. */
  numbers: z.array(z.string()),
  /** The money that the correspondent asks for. */
  amount: Pesos,
  /** What is owed of its invoices now; with less than `amount` the rest becomes credit in favour. */
  owed: Pesos,
  /** The number of the agreement, and that of the payment. Both null before the provider gives them, and for who may not see them. */
  agreement: z.nullable(z.string()),
  intention: z.nullable(z.string()),
  /** The last instant to pay it. */
  expires_at: z.iso.datetime(),
})
export type Slip = z.output<typeof Slip>

const SlipsReply = z.object({ data: z.array(Slip) })

export const slipApi = api({
  own: {
    method: 'GET',
    path: '/payment-slip',
    summary: 'Los comprobantes para pagar en efectivo que están abiertos, de quien pregunta',
    roles: ['client'],
    reply: SlipsReply,
  },
  ofLink: {
    method: 'GET',
    path: '/public/invoice/:token/payment-slip',
    summary:
      'Los comprobantes abiertos para pagar en efectivo la factura de un enlace; con sus números los que se pidieron con él',
    roles: 'public',
    params: z.object({ token: LinkToken }),
    reply: SlipsReply,
  },
})
