import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { lineOfText } from '#domain/core/text.ts'
import { DeskAccount } from './desk-account.ts'
import { NewManualPayment, PAYMENT_METHODS, Payment, WithholdingCertificate } from './payment.ts'

/** The sort keys of a list of payments. */
export const PAYMENT_SORTS = ['number', 'paid_on'] as const

const MethodTotal = z.object({ method: z.enum(PAYMENT_METHODS), count: z.number(), amount: PesosSum })

const CountedAmount = z.object({ count: z.number(), amount: PesosSum })

const roles = ['financial'] as const
const ChangedReply = z.object({ data: Payment, message: z.string() })

export const manualPaymentApi = api({
  list: {
    method: 'GET',
    path: '/payment/manual',
    summary: 'Los pagos recibidos, en la oficina y en línea',
    clientRows: 'data',
    roles,
    query: z.strictObject({
      ...pagingQuery,
      ...sortQuery(PAYMENT_SORTS),
      client_id: z.optional(z.uuid()),
      method: z.optional(z.enum(PAYMENT_METHODS)),
      /** 'none': the payments without an account. */
      account_id: z.optional(z.union([z.literal('none'), z.uuid()])),
      from: z.optional(DayText),
      to: z.optional(DayText),
      /** Payments with withholdings whose certificate has not come. */
      certificate: z.optional(z.enum(['missing'], { error: 'certificate solo admite missing' })),
      /** Payments with withholdings. */
      withheld: z.optional(z.enum(['true'], { error: 'withheld solo admite true' })),
      /** Payments by the day of their reversal. */
      reversed_from: z.optional(DayText),
      reversed_to: z.optional(DayText),
    }),
    /**
     * `totals`: by method, of all the payments that match the filters, also those reversed later. `refunds`: the credit in favour that
     * was returned, and `reversals`: the payments that were reversed, both with the same filters and by their own day. The totals less
     * both are what was collected, so the amount of a past month does not change after it.
     */
    reply: z.object({
      data: z.array(Payment),
      meta: z.optional(PageMeta),
      totals: z.array(MethodTotal),
      refunds: CountedAmount,
      reversals: CountedAmount,
    }),
  },
  account: {
    method: 'GET',
    path: '/payment/manual/account/:client_id',
    summary: 'Las facturas abiertas de un cliente y las retenciones sugeridas, para registrar un pago',
    clientRows: 'one',
    roles,
    params: z.object({ client_id: z.uuid() }),
    reply: z.object({ data: DeskAccount }),
  },
  create: {
    method: 'POST',
    path: '/payment/manual',
    summary:
      'Registra un pago en efectivo, consignación o transferencia, con retenciones; una clave de la API no recibe efectivo',
    roles,
    status: 201,
    idempotency: 'required',
    body: z.strictObject({ payment: NewManualPayment }),
    /** `warnings`: sentences about withholdings that do not follow their rule. */
    reply: z.object({ data: Payment, message: z.string(), warnings: z.array(z.string()) }),
  },
  certificate: {
    method: 'PUT',
    path: '/payment/manual/:id/certificate',
    summary: 'Guarda el certificado de las retenciones de un pago',
    roles,
    params: z.object({ id: z.uuid() }),
    body: WithholdingCertificate,
    reply: ChangedReply,
  },
  reverse: {
    method: 'POST',
    path: '/payment/manual/:id/reversal',
    summary: 'Reversa un pago registrado por error; queda con su motivo',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'required',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      reason: lineOfText('Escribe por qué se reversa', 200),
      /** Of a cash payment: false when the money never was in the box, so that none leaves it. True when it is absent. */
      leaves_box: z.optional(z.boolean({ error: 'Di si el dinero sale de la caja' })),
    }),
    reply: ChangedReply,
  },
})
