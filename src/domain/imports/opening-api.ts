import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PesosSum } from '#domain/core/money.ts'
import { IMPORT_ROWS_MAX } from './api.ts'
import { OpeningRow } from './opening.ts'

const roles = ['financial'] as const

export const openingImportApi = api({
  preview: {
    method: 'POST',
    path: '/client/opening/preview',
    summary: 'Lo que haría una carga de facturas viejas, fila por fila, sin escribir nada',
    roles,
    bodyAs: 'upload',
    readOnly: true,
    idempotency: 'never',
    reply: z.object({
      data: z.object({
        /** The system whose list of invoices it is; null for any other list. */
        source: z.nullable(z.string()),
        /** Without those that are paid, void or no invoice. */
        rows: z.array(OpeningRow).check(z.maxLength(IMPORT_ROWS_MAX)),
        /** `documents`, `clients` and `balance`: what is written when the rows with errors stay out, with all the rows of their clients. */
        totals: z.object({
          documents: z.number(),
          clients: z.number(),
          left_out: z.number(),
          errors: z.number(),
          balance: PesosSum,
        }),
      }),
    }),
  },
  upload: {
    method: 'POST',
    path: '/client/opening',
    summary:
      'Carga las facturas viejas que deben los clientes, con sus fechas; si una fila está mal no escribe ninguna, o con rows=valid ninguna de su cliente',
    roles,
    status: 201,
    bodyAs: 'upload',
    idempotency: 'own',
    body: z.strictObject({ rows: z.optional(z.enum(['all', 'valid'])) }),
    reply: z.object({
      data: z.object({ id: z.uuid(), documents: z.number(), balance: PesosSum }),
      message: z.string(),
    }),
  },
  template: {
    method: 'GET',
    path: '/client/opening/template',
    summary: 'La plantilla de las facturas viejas',
    roles,
    replyAs: 'file',
    reply: z.unknown(),
  },
})
