import * as z from 'zod/mini'
import { pesosField } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { isAwaitingAnswer, type PqrStatus } from './lifecycle.ts'

/** An amount of a claim, in pesos in a body: more than zero. */
export const claimAmount = () =>
  pesosField().check(z.refine((amount: number) => amount > 0, { error: 'El valor debe ser mayor que cero' }))

/** The invoice that the desk links to a case. `amount`: what is claimed of it; what is owed of it when it is absent. */
export const invoiceToLink = {
  invoice_id: z.uuid({ error: 'Elige la factura' }),
  amount: z.optional(claimAmount()),
}

/** Why nothing can be added to the claim of a case now: it claims no invoice, or does not wait for its first answer. Null when it can. */
export function raiseProblem({ status, invoice_id }: { status: PqrStatus; invoice_id: string | null }): string | null {
  if (invoice_id === null) return 'Esta PQR no reclama una factura'
  return isAwaitingAnswer(status) && status !== 'en_reposicion'
    ? null
    : 'Solo se agrega valor al reclamo mientras se espera la primera respuesta: por otro cobro, radica otra PQR'
}

/** Why no invoice can be linked to a case now: it does not wait for an answer, or claims an invoice already. Null when one can. */
export function linkProblem({ status, invoice_id }: { status: PqrStatus; invoice_id: string | null }): string | null {
  if (!isAwaitingAnswer(status)) return 'Solo se vincula una factura a una PQR que espera respuesta'
  return invoice_id === null ? null : 'Esta PQR ya reclama una factura: por otra factura, radica otra PQR'
}

/** The times in one day after which a client may not add to a claim any more; the additions of the desk count too. */
export const RAISES_PER_DAY = 5

/** Throws a Refusal 'too_many' after as many additions to a claim as one day has (`today`: those of that day). */
export function assertRaisesOfDay(today: number): void {
  if (today < RAISES_PER_DAY) return
  throw new Refusal(
    'too_many',
    `Hoy ya se agregó valor a este reclamo ${RAISES_PER_DAY} veces: agrega lo que falta mañana, o escríbelo en un mensaje de la PQR`,
    { retryAfterS: 3_600 },
  )
}
