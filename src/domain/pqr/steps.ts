import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Role } from '#domain/core/roles.ts'
import type { PqrAction } from './case.ts'
import { isOver, type PqrTerms, termFrom } from './deadlines.ts'
import { isAwaitingAnswer, type PqrMove, type PqrStatus, pqrLifecycle } from './lifecycle.ts'
import {
  APPEAL_KINDS,
  type AppealKind,
  isAppealableToSic,
  PQR_DECISIONS,
  type PqrDecision,
  type ResponseChannel,
  type Typology,
} from './topics.ts'

/** What the rules of a step read of a case. */
export type CaseState = {
  status: PqrStatus
  typology: Typology
  answer_by: Day
  extended_on: Day | null
  answered_on: Day | null
  appealed_on: Day | null
  appeal_answered_on: Day | null
  appeal_until: Day | null
  appeal_kind: AppealKind | null
  closed_at: Date | null
  cun: string | null
  satisfaction: number | null
  response_channel: ResponseChannel
  petitioner_email: string | null
  /** Tasks that are not done. */
  open_tasks: number
}

/** The state after a move. Throws a Refusal 'conflict' when the case does not allow it. */
export function moved(status: PqrStatus, move: PqrMove): PqrStatus {
  const next = pqrLifecycle.next(status, move)
  if (next === null) throw new Refusal('conflict', NOT_ALLOWED[move])
  return next
}

const NOT_ALLOWED: Readonly<Record<PqrMove, string>> = {
  take: 'Esta PQR ya está en trámite',
  extend: 'Esta PQR ya no se puede prorrogar',
  answer: 'Esta PQR ya fue respondida',
  expire: 'Esta PQR no tiene una respuesta pendiente',
  appeal: 'Contra esta PQR no procede un recurso en este momento',
  appeal_late: 'Contra esta PQR no procede un recurso en este momento',
  replace: 'Esta PQR no tiene un recurso por resolver',
  confirm: 'Esta PQR no tiene un recurso por resolver',
  transfer: 'Solo se traslada a la SIC un recurso que se confirmó en contra del usuario',
  decide: 'Esta PQR no está en la SIC',
  close: 'Esta PQR todavía no se puede cerrar',
}

/** The new last day to answer of an extended case: once, and before the first term ends (R3.5). Throws a Refusal. */
export function extend(state: CaseState, terms: PqrTerms, now: Date): { status: PqrStatus; answer_by: Day } {
  if (state.extended_on !== null || terms.extensionsMax < 1)
    throw new Refusal('conflict', 'La respuesta se prorroga una sola vez, y esta PQR ya tiene su prórroga')
  const status = moved(state.status, 'extend')
  if (isOver(state.answer_by, now)) throw new Refusal('refused', 'El plazo ya venció: no se puede prorrogar')
  return { status, answer_by: termFrom(state.answer_by, terms.extension) }
}

/** The decisions that an answer may have now: after positive silence only the one for the user (R3.6). */
export function decisionsOf(state: CaseState): PqrDecision[] {
  if (state.status === 'sap') return isSilenceAnswered(state) ? [] : ['favor']
  return isAwaitingAnswer(state.status) ? [...PQR_DECISIONS] : []
}

/** Whether the user received the answer that communicates a positive silence: of the appeal when there was one. */
const isSilenceAnswered = ({ appealed_on, answered_on, appeal_answered_on }: CaseState): boolean =>
  (appealed_on === null ? answered_on : appeal_answered_on) !== null

/** The state after an answer. Throws a Refusal for a case without one to give, and for a refusal after positive silence. */
export function answered(state: CaseState, decision: PqrDecision): PqrStatus {
  if (state.status === 'sap') {
    if (isSilenceAnswered(state)) throw new Refusal('conflict', NOT_ALLOWED.answer)
    if (decision !== 'favor')
      throw refuseField(
        'refused',
        'decision',
        'Operó el silencio positivo: la respuesta solo puede ser a favor del usuario',
      )
    return 'sap'
  }
  if (state.status === 'en_reposicion') return moved(state.status, decision === 'favor' ? 'replace' : 'confirm')
  return moved(state.status, 'answer')
}

/** Whether a case closed because its term to appeal ended. */
const isClosedByTerm = ({ status, appealed_on, appeal_until, closed_at }: CaseState): boolean =>
  status === 'cerrada' &&
  appealed_on === null &&
  appeal_until !== null &&
  closed_at !== null &&
  isOver(appeal_until, closed_at)

/**
 * The appeals that a case allows: to the SIC only on the subjects of the law (R3.7). The desk also writes down one that arrived within the
 * term of a case that closed when it ended.
 */
export const appealsOf = (state: CaseState, role: Role): AppealKind[] =>
  pqrLifecycle.can(state.status, 'appeal') || (role !== 'client' && isClosedByTerm(state))
    ? APPEAL_KINDS.filter((kind) => kind === 'reposicion' || isAppealableToSic(state.typology))
    : []

/** An appeal: of its sender `role`, and the day on which it arrived, when the desk says it. */
type Appeal = { kind: AppealKind; role: Role; received_on?: Day | undefined }

/**
 * The state and the last day to answer of an appealed case, from the day on which it arrived. Throws a Refusal for one that arrived after
 * its term, for a subject without appeal, and for a day of arrival in the future or before the answer.
 */
export function appeal(
  state: CaseState,
  { kind, role, received_on }: Appeal,
  { terms, today }: { terms: PqrTerms; today: Day },
): { status: PqrStatus; answer_by: Day } {
  const status = moved(state.status, received_on !== undefined && isClosedByTerm(state) ? 'appeal_late' : 'appeal')
  if (received_on !== undefined) assertAppealReceived(state, received_on, today)
  const arrived = received_on ?? today
  if (state.appeal_until === null || arrived > state.appeal_until) {
    const until = state.appeal_until === null ? '' : ` el ${dayLabel(state.appeal_until)}`
    const text = `El plazo para el recurso venció${until}`
    throw received_on === undefined ? new Refusal('refused', text) : refuseField('refused', 'received_on', text)
  }
  if (!appealsOf(state, role).includes(kind))
    throw refuseField(
      'refused',
      'kind',
      'La apelación ante la SIC procede por negativa del contrato, suspensión, terminación, corte o facturación: elige reposición',
    )
  return { status, answer_by: termFrom(arrived, terms.appealAnswer) }
}

function assertAppealReceived({ answered_on }: CaseState, receivedOn: Day, today: Day): void {
  if (receivedOn > today) throw refuseField('refused', 'received_on', 'El día en que llegó no puede ser futuro')
  if (answered_on !== null && receivedOn < answered_on)
    throw refuseField(
      'refused',
      'received_on',
      `La respuesta es del ${dayLabel(answered_on)}: el recurso no llegó antes`,
    )
}

/** Whether the desk delivers the answer itself: by telephone, on paper, and by e-mail to who has no address. */
export const isDeliveredByDesk = ({
  response_channel: by,
  petitioner_email,
}: Pick<CaseState, 'response_channel' | 'petitioner_email'>): boolean =>
  by === 'direccion' || by === 'telefono' || (by === 'correo' && petitioner_email === null)

/** Whether the desk may register the delivery of the answer. `isMailLost`: its e-mail failed, or its result is unknown. */
const canDeliver = (state: CaseState, isMailLost: boolean): boolean =>
  state.status === 'respondida' && (isDeliveredByDesk(state) || isMailLost)

/** Throws a Refusal for an answer that the desk does not deliver, for a day that has not come, and for one before the answer. */
export function assertDelivered(
  state: CaseState,
  deliveredOn: Day,
  { today, isMailLost }: { today: Day; isMailLost: boolean },
): void {
  if (!canDeliver(state, isMailLost))
    throw new Refusal(
      'conflict',
      'Solo se registra la entrega de una respuesta en papel, por teléfono o cuyo correo falló, mientras hay recurso',
    )
  if (deliveredOn > today) throw refuseField('refused', 'delivered_on', 'El día de la entrega no puede ser futuro')
  if (state.answered_on !== null && deliveredOn < state.answered_on)
    throw refuseField(
      'refused',
      'delivered_on',
      `La respuesta es del ${dayLabel(state.answered_on)}: no se entregó antes`,
    )
}

/** Whether a confirmed appeal must go to the SIC (R3.8). */
export const mustTransfer = ({ appeal_kind }: Pick<CaseState, 'appeal_kind'>): boolean =>
  appeal_kind === 'reposicion_subsidio_apelacion'

/** The state of a case that was sent to the SIC. Throws a Refusal for an appeal that did not ask for it. */
export function transferred(state: CaseState): PqrStatus {
  const status = moved(state.status, 'transfer')
  if (!mustTransfer(state)) throw new Refusal('conflict', NOT_ALLOWED.transfer)
  return status
}

/** The state of a closed case. The user may close at any moment after the answer; the company when nothing is pending. Throws a Refusal. */
export function closed(state: CaseState, by: 'cliente' | 'empresa', now: Date): PqrStatus {
  const status = moved(state.status, 'close')
  if (state.open_tasks > 0) throw new Refusal('conflict', 'Antes de cerrar faltan tareas por hacer')
  if (state.status === 'confirmada' && mustTransfer(state))
    throw new Refusal('conflict', 'Antes de cerrar falta trasladar el expediente a la SIC')
  if (state.status === 'sap' && !isSilenceAnswered(state))
    throw new Refusal('conflict', 'Antes de cerrar falta comunicarle al usuario que su solicitud quedó a favor')
  if (
    by === 'empresa' &&
    state.status === 'respondida' &&
    state.appeal_until !== null &&
    !isOver(state.appeal_until, now)
  )
    throw new Refusal('conflict', `El usuario puede interponer un recurso hasta el ${dayLabel(state.appeal_until)}`)
  return status
}

/**
 * Whether the satisfaction of a case is asked: its user has an answer, and did not rate it. A rating changes nothing else: the user may
 * still appeal.
 */
export const isRateable = ({
  status,
  answered_on,
  satisfaction,
}: Pick<CaseState, 'status' | 'answered_on' | 'satisfaction'>): boolean =>
  satisfaction === null && (status === 'cerrada' || answered_on !== null)

/** Throws a Refusal for a case that is not answered, and for one with a rating. */
export function assertRateable(state: CaseState): void {
  if (isRateable(state)) return
  throw new Refusal(
    'conflict',
    state.satisfaction === null ? 'Podrás calificar cuando te respondamos' : 'Ya calificaste esta PQR',
  )
}

/** What a role may do with a case now: its buttons. `isMailLost`: of the e-mail with the answer. */
export function actionsFor(
  state: CaseState,
  role: Role,
  { now, isMailLost }: { now: Date; isMailLost: boolean },
): PqrAction[] {
  const isOpen = state.status !== 'cerrada'
  const may = (test: () => unknown): boolean => {
    try {
      test()
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const both: (PqrAction | false)[] = [
    isOpen && 'message',
    isOpen && 'files',
    appealsOf(state, role).length > 0 &&
      state.appeal_until !== null &&
      (role !== 'client' || !isOver(state.appeal_until, now)) &&
      'appeal',
    may(() => closed(state, role === 'client' ? 'cliente' : 'empresa', now)) && 'close',
    isRateable(state) && 'rate',
  ]
  const desk: (PqrAction | false)[] = [
    isOpen && 'take',
    isOpen && 'assign',
    'classify',
    'note',
    isOpen && 'request_info',
    state.extended_on === null && pqrLifecycle.can(state.status, 'extend') && !isOver(state.answer_by, now) && 'extend',
    decisionsOf(state).length > 0 && 'answer',
    may(() => transferred(state)) && 'escalate',
    pqrLifecycle.can(state.status, 'decide') && 'sic_decision',
    canDeliver(state, isMailLost) && 'deliver',
    state.open_tasks > 0 && 'task',
    state.cun === null && 'set_cun',
  ]
  return [...both, ...(role === 'client' ? [] : desk)].filter((action) => action !== false)
}

/** What a positive silence obliges the company to do (R3.6). */
export const silenceTasks = ({ claimed_amount }: { claimed_amount: number | null }): string[] => [
  'Comunícale al usuario que su solicitud queda a favor',
  claimed_amount === null ? 'Haz lo que el usuario pidió' : 'Devuelve lo reclamado de la factura con una nota crédito',
]

/** The desk's task after a decision for the user on an invoice whose claim was decided before. */
export const REFUND_TASK = 'Devuelve lo que ordena la decisión: nota crédito o devolución de dinero'
