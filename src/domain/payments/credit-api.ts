import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { CreditAccount, NewRefund, Refund } from './credit.ts'
import { INVOICES_MAX, InvoiceId } from './payment.ts'

const roles = ['financial'] as const
const params = z.object({ client_id: z.uuid() })

export const creditApi = api({
  get: {
    method: 'GET',
    path: '/credit/:client_id',
    summary: 'El saldo a favor de un cliente: de dónde viene y qué se le devolvió',
    clientRows: 'one',
    roles,
    params,
    reply: z.object({ data: CreditAccount }),
  },
  apply: {
    method: 'POST',
    path: '/credit/:client_id/application',
    summary: 'Cruza el saldo a favor con facturas abiertas: las elegidas, en su orden, o las más viejas primero',
    roles,
    status: 201,
    idempotency: 'required',
    params,
    body: z.strictObject({
      invoice_ids: z.optional(
        z.array(InvoiceId).check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
      ),
    }),
    reply: z.object({
      data: z.object({
        applied: z.array(z.object({ invoice_id: z.uuid(), number: z.string(), amount: Pesos })),
        /** What is left in favour. */
        credit: PesosSum,
      }),
      message: z.string(),
    }),
  },
  refund: {
    method: 'POST',
    path: '/credit/:client_id/refund',
    summary: 'Devuelve saldo a favor al cliente; pide la contraseña reciente y no se reversa',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'required',
    params,
    body: z.strictObject({ refund: NewRefund }),
    reply: z.object({ data: Refund, message: z.string() }),
  },
})
