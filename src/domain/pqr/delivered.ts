import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { PqrStatus } from './lifecycle.ts'
import type { ResponseChannel } from './topics.ts'

type Reached = { response_channel: ResponseChannel; petitioner_email: string | null }

/** What the rules of a delivery read of a case. */
type Answered = Reached & {
  status: PqrStatus
  answered_on: Day | null
  appeal_answered_on: Day | null
  /** Its tasks to deliver an answer that are not done. */
  open_deliveries: number
}

/** Whether the answer goes by e-mail. */
export const isDeliveredByMail = ({ response_channel: by, petitioner_email }: Reached): boolean =>
  by === 'correo' && petitioner_email !== null

/** Whether the desk delivers the answer itself: by telephone, on paper, and by e-mail to who has no address. */
export const isDeliveredByDesk = (state: Reached): boolean =>
  state.response_channel !== 'portal' && !isDeliveredByMail(state)

/** Whether the answer to deliver is the decision of an appeal, whose delivery begins no term to appeal. */
export const isAppealDecision = ({ appeal_answered_on }: Pick<Answered, 'appeal_answered_on'>): boolean =>
  appeal_answered_on !== null

/**
 * Whether the desk may register the delivery of the answer: in the term to appeal, or with an open task to deliver the decision of an appeal
 * or the answer to a positive silence. `isMailLost`: its e-mail failed, or its result is unknown.
 */
export const canDeliver = (state: Answered, isMailLost: boolean): boolean =>
  state.status === 'respondida' ? isDeliveredByDesk(state) || isMailLost : state.open_deliveries > 0

/** Throws a Refusal for an answer that the desk does not deliver, for a day that has not come, and for one before the answer. */
export function assertDelivered(
  state: Answered,
  deliveredOn: Day,
  { today, isMailLost }: { today: Day; isMailLost: boolean },
): void {
  if (!canDeliver(state, isMailLost))
    throw new Refusal(
      'conflict',
      'Solo se registra la entrega de una respuesta en papel, por teléfono o cuyo correo falló, mientras hay recurso; y la de la decisión de un recurso o de un silencio positivo, una vez',
    )
  if (deliveredOn > today) throw refuseField('refused', 'delivered_on', 'El día de la entrega no puede ser futuro')
  const given = isAppealDecision(state) ? state.appeal_answered_on : state.answered_on
  if (given !== null && deliveredOn < given)
    throw refuseField('refused', 'delivered_on', `La respuesta es del ${dayLabel(given)}: no se entregó antes`)
}
