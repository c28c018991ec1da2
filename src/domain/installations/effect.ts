import { actionProblem, type ContractStatus, canHoldEquipment } from '#domain/contracts/lifecycle.ts'
import { addDays, type Day, dayLabel, daysBetween } from '#domain/core/days.ts'
import type { WorkOrder } from './report.ts'
import { REPORT_DAYS_MAX } from './visit-time.ts'

/** The state of a contract that decides what a report does. */
export type ServiceState = {
  status: ContractStatus
  active_from: Day | null
  active_to: Day | null
  /** A suspension at the request of the client or for a removal is open, and none for arrears. */
  is_paused: boolean
  /** The first day of the newest suspension of those kinds that is in force; null without one. */
  stopped_from: Day | null
  /** The first day without the equipment, which was taken back, also when it has not come yet; null while it is at the service. */
  removed_from: Day | null
}

/** What a report says of itself when the desk must decide what it does. */
export const OFFICE_REVIEWS = 'La oficina revisa esta acta y registra lo que cambie en el contrato.'

/** What a report does: an action on the contract, nothing with its reason, or a task for the desk. */
export type ReportStep =
  | { kind: 'activate' | 'end' | 'reconnect' | 'reinstall' | 'move' }
  | { kind: 'none'; sentence: string; task?: string }
  | { kind: 'task'; reason: string }

const task = (reason: string): ReportStep => ({ kind: 'task', reason })
const none = (sentence: string): ReportStep => ({ kind: 'none', sentence })

/**
 * What the report of a work order does in a contract of this state, on the day of the visit. The report is evidence and is always
 * kept: where the state does not allow the action, the desk gets a task (ACT-04).
 */
export function stepOf(order: WorkOrder, contract: ServiceState, visitOn: Day): ReportStep {
  switch (order) {
    case 'instalacion':
      return installationStep(contract, visitOn)
    case 'retiro':
      return removalStep(contract, visitOn)
    case 'reinstalacion':
      return reinstallationStep(contract, visitOn)
    case 'translado':
      return isInService(contract) ? { kind: 'move' } : task(reasonFor('El traslado', contract.status))
    case 'cambio_equipo':
      return canHoldEquipment(contract.status)
        ? none('El cambio de equipo no cambia lo que se cobra')
        : task(reasonFor('El cambio de equipo', contract.status))
  }
}

/** What contradicts a change from a past day: the days billed after it, or a later visit. */
export type SinceVisit = {
  /** A period that begins after the day of the visit is billed. False for a removal, whose billed days are given back (docs/decisions/0067). */
  is_billed: boolean
  /** The day of the last visit with a report; null without one. */
  last_visit_on: Day | null
}

/** Whether a report that arrives on a day says that its visit was too many days before. */
const isTooLate = (visitOn: Day, today: Day): boolean => daysBetween(visitOn, today) > REPORT_DAYS_MAX

/**
 * The step of a report whose effect begins on the day of its visit. A technician alone does not change the contract in the far past, nor
 * what was billed of later periods, nor before another visit: the report is kept and the desk decides (docs/decisions/0059).
 */
export function datedStep(step: ReportStep, visitOn: Day, today: Day, since: SinceVisit): ReportStep {
  const { is_billed, last_visit_on } = since
  const kept = `El acta dice que la visita fue el ${dayLabel(visitOn)}`
  const review = 'el contrato no cambió. Revisa el acta y registra tú el cambio con su fecha'
  if (isTooLate(visitOn, today)) return task(`${kept}, más de ${REPORT_DAYS_MAX} días antes de llegar: ${review}`)
  if (last_visit_on !== null && last_visit_on > visitOn) {
    return task(`${kept}, antes de la visita del ${dayLabel(last_visit_on)}, que ya tiene acta: ${review}`)
  }
  if (is_billed) return task(`${kept}, y ya se facturó un período que empieza después: ${review}`)
  return step
}

function installationStep({ status, active_from }: ServiceState, visitOn: Day): ReportStep {
  if (status === 'awaiting_installation') return { kind: 'activate' }
  if (status === 'active' && active_from === visitOn) return none('El contrato ya estaba activo desde ese día')
  if (active_from !== null && (status === 'active' || status === 'suspended')) {
    return task(
      `El acta dice que se instaló el ${dayLabel(visitOn)} y el contrato está activo desde el ${dayLabel(active_from)}: revisa desde qué día se cobra`,
    )
  }
  return task(reasonFor('La instalación', status))
}

function removalStep(contract: ServiceState, visitOn: Day): ReportStep {
  const { status, active_to } = contract
  if (status === 'terminated') return none(removedFromEnded(active_to, visitOn))
  if (status === 'cancelled') return none('El contrato ya estaba anulado')
  if (!isInService(contract)) return task(reasonFor('El retiro', status))
  if (active_to === null) return { kind: 'end' }
  const end = `El retiro ya estaba registrado: el contrato termina el ${dayLabel(active_to)}`
  return none(active_to > visitOn ? `${end}, y los días sin equipos no se cobran` : end)
}

const removedFromEnded = (active_to: Day | null, visitOn: Day): string =>
  active_to !== null && active_to > visitOn
    ? `El contrato ya había terminado el ${dayLabel(active_to)}, y los días sin equipos no se cobran`
    : 'El contrato ya había terminado'

/**
 * A service that was cut for arrears is not connected by a visit: the desk does it, after the payment. A visit does not end a pause or
 * a removal that began after it (docs/decisions/0059).
 */
function reinstallationStep(contract: ServiceState, visitOn: Day): ReportStep {
  const { status, active_to, is_paused, stopped_from, removed_from } = contract
  if (status === 'active') {
    if (removed_from === null) {
      return active_to === null
        ? none('El servicio ya estaba activo')
        : {
            kind: 'none',
            sentence: `El servicio ya estaba activo${untilEnd(active_to)}`,
            task: reinstalledBefore(active_to),
          }
    }
    // The service stops on the day after the removal. A visit of the day of the removal comes after it.
    return addDays(visitOn, 1) < removed_from ? task(stoppedAfter(visitOn, removed_from)) : { kind: 'reinstall' }
  }
  if (status !== 'suspended') return task(reasonFor('La reinstalación', status))
  if (!is_paused) return task('El servicio se reinstaló y sigue suspendido por mora: reconéctalo cuando esté pagado')
  return stopped_from !== null && visitOn < stopped_from
    ? task(stoppedAfter(visitOn, stopped_from))
    : { kind: 'reconnect' }
}

const stoppedAfter = (visitOn: Day, from: Day): string =>
  `El acta dice que la visita fue el ${dayLabel(visitOn)}, y el servicio se detuvo después, desde el ${dayLabel(from)}: el contrato no cambió. Revisa el acta y, si los equipos están instalados y el usuario quiere el servicio, reconéctalo`

/** The most days between a transfer and the report of its visit. */
const TRANSFER_REPORT_DAYS = 15

/**
 * What the report of a move does without a planned transfer: nothing when one of those days is in the contract already, because its job
 * or the desk did it first. `applied`: the last transfer near the visit.
 */
export function movedStep(
  applied: { applied_on: Day; address: string } | undefined,
  contract: { address: string },
  visitOn: Day,
): ReportStep {
  if (!applied || Math.abs(daysBetween(applied.applied_on, visitOn)) > TRANSFER_REPORT_DAYS) return task(NO_TRANSFER)
  const day = dayLabel(applied.applied_on)
  return applied.address === contract.address
    ? none(`El traslado ya estaba hecho: el contrato tiene la dirección nueva desde el ${day}`)
    : task(
        `El traslado del ${day} fue a ${applied.address} y el contrato tiene ${contract.address}: revisa a dónde se trasladó`,
      )
}

/** The task of a report of a transfer that was not planned. */
const NO_TRANSFER = 'No hay un traslado registrado para este contrato: regístralo y revisa el acta'

const isInService = ({ status }: ServiceState): boolean => status === 'active' || status === 'suspended'

const reasonFor = (what: string, status: ContractStatus): string =>
  `${what} quedó con acta y el contrato no cambió. ${actionProblem('suspend', status) ?? ''}`

/**
 * The task of a removal that no one had registered: the report's day was taken as that of the request (R2.9), and the client may have
 * asked before.
 */
export const removedBefore = (visitOn: Day, lastDay: Day): string =>
  `El técnico retiró el equipo el ${dayLabel(visitOn)} y el contrato sigue hasta el ${dayLabel(lastDay)}, sin cobro de los días sin equipo: si el usuario pidió el retiro antes, anula el retiro y regístralo con esa fecha`

/** The task of a reinstallation at a contract whose termination stays registered: only the desk takes it back (CON-06). */
export const reinstalledBefore = (lastDay: Day): string =>
  `El técnico reinstaló los equipos y el contrato termina el ${dayLabel(lastDay)}, porque su retiro sigue registrado: si el usuario se queda, anula el retiro a más tardar ese día, y no se cobra la terminación anticipada; si no se queda, programa la visita para recoger los equipos`

const untilEnd = (lastDay: Day | null): string =>
  lastDay === null ? '' : `, y el contrato termina el ${dayLabel(lastDay)}`

/** A report of a removal that left a task: what the desk asks for when it registers the removal with the day of the report. */
type LateRemoval = {
  type_order_job: WorkOrder
  effect: { kind: string }
  task?: { done_at: string | null } | null | undefined
}

/** Whether the desk can register the removal of a report that changed nothing, with the day of its visit (docs/decisions/0067). */
export const isLateRemoval = ({ type_order_job, effect, task: left }: LateRemoval): boolean =>
  type_order_job === 'retiro' && effect.kind === 'task' && left != null && left.done_at === null

/** The sentence of each action, once it is done. */
export const DONE_SENTENCES = {
  activate: (visitOn: Day) => `El contrato quedó activo desde el ${dayLabel(visitOn)}`,
  end: (lastDay: Day) => `Se registró el retiro: el contrato termina el ${dayLabel(lastDay)}`,
  reconnect: (today: Day, lastDay: Day | null) =>
    `El servicio quedó reconectado desde el ${dayLabel(today)}${untilEnd(lastDay)}`,
  reinstall: (lastDay: Day | null) =>
    lastDay === null
      ? 'Los equipos están de nuevo en el servicio: el servicio sigue'
      : `Los equipos están de nuevo en el servicio${untilEnd(lastDay)}`,
  move: (_day: Day) => 'El traslado quedó hecho: el contrato tiene la dirección nueva',
} as const
