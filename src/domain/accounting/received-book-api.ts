import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment.ts'
import { RECEIVED_DAYS, RECEIVED_KINDS, ReceivedRow, ReceivedTotals } from './received-book.ts'

export const receivedBookApi = api({
  list: {
    method: 'GET',
    path: '/accounting/received-book',
    summary: 'Los pagos, reversos y devoluciones por su día contable: sus valores suman lo que entró en caja y bancos',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    /** Without days: this month up to today. Without `day`: the day of the entries. */
    query: z.strictObject({
      ...pageQuery,
      from: z.optional(DayText),
      to: z.optional(DayText),
      day: z.optional(z.enum(RECEIVED_DAYS, { error: 'Elige posted o made' })),
      method: z.optional(z.enum(PAYMENT_METHODS, { error: 'Elige un medio de pago' })),
      kind: z.optional(z.enum(RECEIVED_KINDS, { error: 'Elige payment, reversal o refund' })),
    }),
    reply: z.object({
      data: z.array(ReceivedRow),
      meta: PageMeta,
      totals: ReceivedTotals,
      range: z.object({ from: DayText, to: DayText }),
    }),
  },
})
