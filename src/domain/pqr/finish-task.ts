import { type Money, pesosLabel } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { canDeliver } from './delivered.ts'
import { type CaseState, decidesOwnClaim } from './steps.ts'
import { isDelivery, movesMoney, returnsClaim, returnsDispute } from './tasks.ts'

/**
 * Throws a Refusal for a task that cannot be done yet, or has no words about the money that it gave back. `left`: what of the claim no
 * credit note gave back; null without a claim.
 */
export function assertTaskDone(
  task: string,
  state: CaseState,
  { note, left }: { note: string | undefined; left: Money | null },
): void {
  if (state.has_open_dispute && returnsDispute(task))
    throw new Refusal(
      'conflict',
      decidesOwnClaim(state)
        ? 'Responde la PQR: la respuesta devuelve lo reclamado, y su valor sigue en reclamo'
        : 'Primero decide el reclamo en la factura: su valor sigue en reclamo',
    )
  // A positive silence gives all of it, also what was paid: only a credit note gives it back (R3.6, R8.5).
  if (left !== null && left > 0 && returnsClaim(task))
    throw new Refusal(
      'conflict',
      decidesOwnClaim(state)
        ? `Responde la PQR: la respuesta devuelve lo reclamado, y faltan ${pesosLabel(left)}`
        : `Primero haz la nota crédito de la factura: faltan ${pesosLabel(left)} de lo reclamado`,
    )
  if (isDelivery(task) && canDeliver(state, false))
    throw new Refusal('conflict', 'Registra el día de la entrega de la respuesta: eso deja hecha la tarea')
  if (movesMoney(task) && note === undefined)
    throw refuseField('invalid', 'note', 'Escribe qué se hizo: la nota crédito, o cómo y cuándo se devolvió el dinero')
}
