import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Role } from '#domain/core/roles.ts'
import type { PqrAction } from './case.ts'
import { answerTermOf, isOver, type PqrTerms, termFrom } from './deadlines.ts'
import { canDeliver } from './delivered.ts'
import { isAwaitingAnswer, isEnded, type PqrMove, type PqrStatus, pqrLifecycle } from './lifecycle.ts'
import {
  APPEAL_KINDS,
  type AppealKind,
  appealOfType,
  type DataRequest,
  isAppealableToSic,
  PQR_DECISIONS,
  type PqrDecision,
  type PqrType,
  type ResponseChannel,
  type Typology,
} from './topics.ts'

/** What the rules of a step read of a case. */
export type CaseState = {
  status: PqrStatus
  /** The subject of the reports, which the desk may correct. */
  typology: Typology
  filed_typology: Typology
  /** The subject with which the answer stated the appeals; null before the answer. */
  answered_typology: Typology | null
  answer_by: Day
  extended_on: Day | null
  data_request: DataRequest | null
  answered_on: Day | null
  appealed_on: Day | null
  appeal_answered_on: Day | null
  appeal_until: Day | null
  appeal_kind: AppealKind | null
  closed_at: Date | null
  reference: string
  cun: string | null
  satisfaction: number | null
  /** Who of the desk asked for the rating; null for one that the user gave. */
  satisfaction_by: string | null
  client_id: string | null
  response_channel: ResponseChannel
  petitioner_email: string | null
  /** Tasks that are not done. */
  open_tasks: number
  /** Those of them that deliver an answer. */
  open_deliveries: number
  /** Whether the dispute that the case opened on its invoice is not decided. */
  has_open_dispute: boolean
}

const CLOSED_COPY = 'Esta PQR ya está cerrada'

/** Throws a Refusal 'conflict' for a case that ended, with how it ended. */
export function assertOpen({ status }: { status: PqrStatus }): void {
  if (status === 'desistida') throw new Refusal('conflict', 'Esta PQR terminó por desistimiento')
  if (status === 'cerrada') throw new Refusal('conflict', CLOSED_COPY)
}

/** The state after a move. Throws a Refusal 'conflict' when the case does not allow it. */
export function moved(status: PqrStatus, move: PqrMove): PqrStatus {
  if (status === 'desistida') assertOpen({ status })
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
  withdraw: 'Esta PQR ya fue respondida: no se puede desistir de ella',
}

export const APPEAL_NOT_EXTENDED = 'El plazo para responder un recurso no se amplía'

/**
 * The new last day to answer of an extended case: once, and not that of an appeal (R3.8). After the first term the case is in positive
 * silence, which is not extended (R3.5). Throws a Refusal.
 */
export function extend(state: CaseState, terms: PqrTerms): { status: PqrStatus; answer_by: Day } {
  if (state.status === 'en_reposicion') throw new Refusal('conflict', APPEAL_NOT_EXTENDED)
  if (state.extended_on !== null || terms.extensionsMax < 1)
    throw new Refusal('conflict', 'La respuesta se prorroga una sola vez, y esta PQR ya tiene su prórroga')
  const status = moved(state.status, 'extend')
  return { status, answer_by: termFrom(state.answer_by, answerTermOf(terms, state.data_request).extension) }
}

/** The decisions that an answer may have now: after positive silence only the one for the user (R3.6). */
export function decisionsOf(state: CaseState): PqrDecision[] {
  if (state.status === 'sap') return isSilenceAnswered(state) ? [] : ['favor']
  return isAwaitingAnswer(state.status) ? [...PQR_DECISIONS] : []
}

/** The day of the first answer; of a case that was filed as an appeal, that of its decision. Null before it. */
export const answeredOn = ({
  answered_on,
  appeal_answered_on,
}: Pick<CaseState, 'answered_on' | 'appeal_answered_on'>): Day | null => answered_on ?? appeal_answered_on

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

/** Whether the answer to a positive silence is still owed to the user, also when its tasks are done (R3.6). */
export const isSilenceUnanswered = (state: CaseState): boolean => state.status === 'sap' && !isSilenceAnswered(state)

/**
 * Whether the case decides its own open dispute: by its answer, by that of its appeal, or by the decision of the SIC on the appeal. What
 * the SIC changed is corrected by a person.
 */
export const decidesOwnClaim = (state: CaseState): boolean =>
  isAwaitingAnswer(state.status) ||
  isSilenceUnanswered(state) ||
  state.status === 'trasladada_sic' ||
  (state.status === 'confirmada' && mustTransfer(state))

/** Whether a case closed because its term to appeal ended. */
const isClosedByTerm = ({ status, appealed_on, appeal_until, closed_at }: CaseState): boolean =>
  status === 'cerrada' &&
  appealed_on === null &&
  appeal_until !== null &&
  closed_at !== null &&
  isOver(appeal_until, closed_at)

/**
 * Whether the user may ask that the SIC decides (R3.7): by the subject that was filed, by the one with which the answer stated its appeals,
 * or by the corrected one. A correction gives the appeal and never takes it away.
 */
export const isAppealableCase = ({
  filed_typology,
  answered_typology,
  typology,
}: Pick<CaseState, 'filed_typology' | 'answered_typology'> & Partial<Pick<CaseState, 'typology'>>): boolean =>
  [filed_typology, answered_typology, typology].some((one) => one != null && isAppealableToSic(one))

/**
 * The appeals that a case allows: to the SIC only on the subjects of the law (R3.7). The desk also writes down one that arrived within the
 * term of a case that closed when it ended.
 */
export const appealsOf = (state: CaseState, role: Role): AppealKind[] =>
  pqrLifecycle.can(state.status, 'appeal') || (role !== 'client' && isClosedByTerm(state))
    ? APPEAL_KINDS.filter((kind) => kind === 'reposicion' || isAppealableCase(state))
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
    throw refuseField('refused', 'kind', `${NOT_APPEALABLE}: elige reposición`)
  return { status, answer_by: termFrom(arrived, terms.appealAnswer) }
}

const NOT_APPEALABLE =
  'La apelación ante la SIC procede por negativa del contrato, suspensión, terminación, corte o facturación'

/** Throws a Refusal for a case that is filed as an appeal to the SIC on a subject that has none. */
export function assertAppealableType(type: PqrType, typology: Typology): void {
  if (appealOfType(type) === 'reposicion_subsidio_apelacion' && !isAppealableToSic(typology))
    throw refuseField('refused', 'pqr.type', `${NOT_APPEALABLE}: elige ese tema, o radica un recurso de reposición`)
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

/** Whether a confirmed appeal must go to the SIC (R3.8). */
export const mustTransfer = ({ appeal_kind }: Pick<CaseState, 'appeal_kind'>): boolean =>
  appeal_kind === 'reposicion_subsidio_apelacion'

/** Whether an answer with a decision sends the file to the SIC: that of an appeal which asked for it, and is not for the user. */
export const goesToSic = (
  { status, appeal_kind }: Pick<CaseState, 'status' | 'appeal_kind'>,
  decision: PqrDecision,
): boolean => status === 'en_reposicion' && decision !== 'favor' && mustTransfer({ appeal_kind })

/** The state of a case that was sent to the SIC. Throws a Refusal for an appeal that did not ask for it. */
export function transferred(state: CaseState): PqrStatus {
  const status = moved(state.status, 'transfer')
  if (!mustTransfer(state)) throw new Refusal('conflict', NOT_ALLOWED.transfer)
  return status
}

/** The state of a closed case. The user may close at any moment after the answer; the company when nothing is pending. Throws a Refusal. */
export function closed(state: CaseState, by: 'cliente' | 'empresa', now: Date): PqrStatus {
  const status = moved(state.status, 'close')
  if (state.has_open_dispute && !decidesOwnClaim(state))
    throw new Refusal('conflict', 'Antes de cerrar, decide el reclamo en la factura: su valor sigue en reclamo')
  // A user who closes has read the answer: it is not delivered any more.
  if (state.open_tasks > (by === 'cliente' ? state.open_deliveries : 0))
    throw new Refusal('conflict', 'Antes de cerrar faltan tareas por hacer')
  if (state.status === 'confirmada' && mustTransfer(state))
    throw new Refusal('conflict', 'Antes de cerrar falta trasladar el expediente a la SIC')
  if (isSilenceUnanswered(state))
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
 * Whether the satisfaction of a case is asked: its user has an answer, and did not rate it. The rating of the user replaces one that the
 * desk asked for. A rating changes nothing else: the user may still appeal.
 */
const isRateable = (state: CaseState, role: Role): boolean =>
  (state.satisfaction === null || (role === 'client' && state.satisfaction_by !== null)) &&
  (state.status === 'cerrada' || answeredOn(state) !== null)

/**
 * Throws a Refusal for a case that is not answered, for one with a rating, and for the desk that rates in the name of a client: who has
 * the portal rates there. `askedBy`: the channel by which the desk asked.
 */
export function assertRateable(state: CaseState, role: Role, askedBy: string | undefined): void {
  if (role !== 'client' && state.client_id !== null)
    throw refuseField('refused', 'satisfaction', 'El cliente califica en su portal: el personal no lo hace por él')
  if (role !== 'client' && askedBy === undefined)
    throw refuseField('invalid', 'satisfaction_channel', 'Di por dónde le preguntaste la calificación')
  if (role === 'client' && askedBy !== undefined)
    throw refuseField('invalid', 'satisfaction_channel', 'Ese dato lo escribe el personal')
  if (isRateable(state, role)) return
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
  const isOpen = !isEnded(state.status)
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
    pqrLifecycle.can(state.status, 'withdraw') && 'withdraw',
    role === 'client' && isRateable(state, role) && 'rate',
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
    canSetCun(state) && 'set_cun',
  ]
  return [...both, ...(role === 'client' ? [] : desk)].filter((action) => action !== false)
}

/** Whether a person may write the CUN: where there is none, or to correct one that a person wrote, before the answer. */
export const canSetCun = (state: CaseState): boolean =>
  state.cun === null || (state.cun !== state.reference && answeredOn(state) === null)
