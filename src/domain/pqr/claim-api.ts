import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { longText, PqrCase } from './case.ts'
import { claimAmount } from './link.ts'

/** More of a claimed invoice (INV-11, R2.15): the claim of a case grows. Another charge of the same invoice is also claimed in a case of its own. */
export const pqrClaimApi = api({
  raise: {
    method: 'POST',
    path: '/pqr/:id/claim',
    summary: 'Agrega valor al reclamo de la factura de una PQR: desde hoy tampoco se cobra hasta la respuesta',
    roles: ['client', 'financial'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      amount: claimAmount(),
      text: longText('Escribe por qué también se reclama ese valor'),
      /** The version of the case that the sender saw, as in its other changes. */
      version: z.optional(z.int({ error: 'La versión es un número entero' })),
    }),
    reply: z.object({ data: PqrCase, message: z.string() }),
  },
})
