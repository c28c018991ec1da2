import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { canDeliver } from './delivered.ts'
import { type CaseState, decidesOwnClaim } from './steps.ts'
import { isDelivery, movesMoney, returnsDispute } from './tasks.ts'

/** Throws a Refusal for a task that cannot be done yet, or has no words about the money that it gave back. */
export function assertTaskDone(task: string, state: CaseState, note: string | undefined): void {
  if (state.has_open_dispute && returnsDispute(task))
    throw new Refusal(
      'conflict',
      decidesOwnClaim(state)
        ? 'Responde la PQR: la respuesta devuelve lo reclamado, y su valor sigue en reclamo'
        : 'Primero decide el reclamo en la factura: su valor sigue en reclamo',
    )
  if (isDelivery(task) && canDeliver(state, false))
    throw new Refusal('conflict', 'Registra el día de la entrega de la respuesta: eso deja hecha la tarea')
  if (movesMoney(task) && note === undefined)
    throw refuseField('invalid', 'note', 'Escribe qué se hizo: la nota crédito, o cómo y cuándo se devolvió el dinero')
}
