import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { ContractRefund, REFUND_STATES } from './refund.ts'

/** What the company pays back of void contracts (R2.14, R2.26). */
export const contractRefundApi = api({
  list: {
    method: 'GET',
    path: '/contract-refunds',
    summary: 'Lo que se devuelve de contratos sin efecto: lo que vence primero, y al final lo que ya se devolvió',
    clientRows: 'data',
    roles: ['financial'],
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(z.enum(REFUND_STATES, { error: 'Elige un estado de la lista' })),
    }),
    reply: z.object({ data: z.array(ContractRefund), meta: PageMeta }),
  },
})
