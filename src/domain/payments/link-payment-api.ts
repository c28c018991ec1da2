import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Pesos } from '#domain/core/money.ts'
import { text } from '#domain/core/text.ts'
import { ATTEMPT_STATUSES } from './attempt.ts'
import { Acceptance, Bank, LinkPayment, ONLINE_METHODS } from './online.ts'

/** The token of a signed link. */
export const LinkToken = text(200).check(z.regex(/^[\w-]{20,200}$/))

const params = z.object({ token: LinkToken })
const attemptParams = z.object({ token: LinkToken, id: z.uuid() })

/** A payment of the invoice of a link, as anyone with the link sees it: without the payer's data. */
const LinkAttempt = z.object({
  id: z.uuid(),
  status: z.enum(ATTEMPT_STATUSES),
  method: z.enum(ONLINE_METHODS),
  amount: Pesos,
  /** The numbers of the invoices that it pays. */
  numbers: z.array(z.string()),
  reference: z.string(),
  /** The address of the bank's page, for a payment that was begun with a link. */
  redirect_url: z.nullable(z.string()),
  /** The message for a payment that was not approved. */
  problem: z.nullable(z.string()),
  settled_at: z.nullable(z.iso.datetime()),
})
export type LinkAttempt = z.output<typeof LinkAttempt>

const LinkAttemptReply = z.object({ data: LinkAttempt })

/** The calls that pay the invoice of a signed link, without a session. */
export const linkPaymentApi = api({
  banks: {
    method: 'GET',
    path: '/public/invoice/:token/banks',
    summary: 'Los bancos de PSE, para pagar con el enlace de una factura',
    roles: 'public',
    params,
    reply: z.object({ data: z.array(Bank) }),
  },
  acceptance: {
    method: 'GET',
    path: '/public/invoice/:token/acceptance',
    summary: 'Los dos documentos del proveedor que acepta quien paga con el enlace de una factura',
    roles: 'public',
    params,
    reply: z.object({ data: Acceptance }),
  },
  create: {
    method: 'POST',
    path: '/public/invoice/:token/payment',
    summary: 'Empieza a pagar en línea la factura de un enlace; la misma llave devuelve el mismo pago',
    roles: 'public',
    status: 201,
    idempotency: 'own',
    params,
    body: z.strictObject({ payment: LinkPayment }),
    reply: LinkAttemptReply,
  },
  get: {
    method: 'GET',
    path: '/public/invoice/:token/payment/:id',
    summary: 'Cómo va un pago de la factura de un enlace',
    roles: 'public',
    params: attemptParams,
    reply: LinkAttemptReply,
  },
  verify: {
    method: 'POST',
    path: '/public/invoice/:token/payment/:id/verify',
    summary: 'Pregunta ya mismo al proveedor cómo va un pago de la factura de un enlace',
    roles: 'public',
    idempotency: 'own',
    params: attemptParams,
    reply: LinkAttemptReply,
  },
})
