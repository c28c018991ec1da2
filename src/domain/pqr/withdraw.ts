import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { type PqrStatus, pqrLifecycle } from './lifecycle.ts'
import { type CaseState, moved, mustTransfer } from './steps.ts'
import { movesMoney } from './tasks.ts'

type Withdrawable = Pick<CaseState, 'status' | 'appeal_kind' | 'appealed_on'> & { filed_on: Day }

/**
 * The state of a case that its person withdraws, on the day on which the withdrawal arrived: possible while the company owes an answer,
 * also to an appeal (Ley 1437 de 2011, arts. 18 and 81). Throws a Refusal after the answer or the positive silence, when the SIC decides,
 * and for a day in the future or before the filing.
 */
export function withdrawn(state: Withdrawable, receivedOn: Day, today: Day): PqrStatus {
  if (!pqrLifecycle.can(state.status, 'withdraw')) throw new Refusal('conflict', whyNot(state))
  if (receivedOn > today) throw refuseField('refused', 'received_on', 'El día en que llegó no puede ser futuro')
  const since = state.appealed_on ?? state.filed_on
  if (receivedOn < since)
    throw refuseField(
      'refused',
      'received_on',
      state.appealed_on === null
        ? `La PQR es del ${dayLabel(since)}: el desistimiento no llegó antes`
        : `El recurso es del ${dayLabel(since)}: el desistimiento no llegó antes`,
    )
  return moved(state.status, 'withdraw')
}

/** Why a case is not withdrawn now. */
function whyNot(state: Withdrawable): string {
  const { status } = state
  if (status === 'desistida') return 'Ya se desistió de esta PQR'
  if (status === 'cerrada') return 'Esta PQR ya está cerrada'
  if (status === 'sap')
    return 'Esta PQR ya se resolvió a favor de quien la radicó, por silencio positivo: no se puede desistir de ella'
  if (status === 'trasladada_sic' || status === 'decidida_sic' || (status === 'confirmada' && mustTransfer(state)))
    return 'La apelación de esta PQR la decide la SIC: el desistimiento se le presenta a la SIC'
  return 'Esta PQR ya fue respondida: no se puede desistir de ella'
}

/** Whether a withdrawal ends a task: what an earlier answer ordered to give back is owed all the same. */
export const stopsWithCase = (task: string): boolean => !movesMoney(task)
