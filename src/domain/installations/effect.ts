import { actionProblem, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { WorkOrder } from './report.ts'

/** The state of a contract that decides what a report does. */
export type ServiceState = {
  status: ContractStatus
  active_from: Day | null
  active_to: Day | null
  /** A suspension at the request of the client is open. */
  is_paused: boolean
}

/** What a report does: an action on the contract, nothing with its reason, or a task for the desk. */
export type ReportStep =
  | { kind: 'activate' | 'end' | 'reconnect' | 'move' }
  | { kind: 'none'; sentence: string }
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
      return removalStep(contract)
    case 'reinstalacion':
      return reinstallationStep(contract)
    case 'translado':
      return isInService(contract) ? { kind: 'move' } : task(reasonFor('El traslado', contract.status))
    case 'cambio_equipo':
      return none('El cambio de equipo no cambia lo que se cobra')
  }
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

function removalStep(contract: ServiceState): ReportStep {
  if (contract.status === 'terminated') return none('El contrato ya había terminado')
  if (!isInService(contract)) return task(reasonFor('El retiro', contract.status))
  return contract.active_to === null
    ? { kind: 'end' }
    : none(`El retiro ya estaba registrado: el contrato termina el ${dayLabel(contract.active_to)}`)
}

/** A service that was cut for arrears is not connected by a visit: the desk does it, after the payment. */
function reinstallationStep(contract: ServiceState): ReportStep {
  if (contract.status === 'active') return none('El servicio ya estaba activo')
  if (contract.status !== 'suspended') return task(reasonFor('La reinstalación', contract.status))
  return contract.is_paused
    ? { kind: 'reconnect' }
    : task('El servicio se reinstaló y sigue suspendido por mora: reconéctalo cuando esté pagado')
}

const isInService = ({ status }: ServiceState): boolean => status === 'active' || status === 'suspended'

const reasonFor = (what: string, status: ContractStatus): string =>
  `${what} quedó con acta y el contrato no cambió. ${actionProblem('suspend', status) ?? ''}`

/** The sentence of each action, once it is done. */
export const DONE_SENTENCES = {
  activate: (visitOn: Day) => `El contrato quedó activo desde el ${dayLabel(visitOn)}`,
  end: (lastDay: Day) => `Se registró el retiro: el contrato termina el ${dayLabel(lastDay)}`,
  reconnect: (today: Day) => `El servicio quedó reconectado desde el ${dayLabel(today)}`,
  move: (_day: Day) => 'El traslado quedó hecho: el contrato tiene la dirección nueva',
} as const
