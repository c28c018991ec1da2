import type { Day } from '#domain/core/days.ts'
import { createLifecycle } from '#domain/core/lifecycle.ts'
import { Refusal } from '#domain/core/refusal.ts'

/** The states of a contract. The check of the table `contracts` has the same values. */
export const CONTRACT_STATUSES = [
  'draft',
  'awaiting_installation',
  'active',
  'suspended',
  'terminated',
  'cancelled',
] as const
export type ContractStatus = (typeof CONTRACT_STATUSES)[number]

/**
 * The actions on a contract. 'edit', 'complete' (coordinates, a missing estrato), 'schedule' (a visit), 'pause', 'transfer'
 * and 'cede' (planned for a later day) and 'change_plan' do not change its state.
 */
export const CONTRACT_ACTIONS = [
  'edit',
  'complete',
  'sign',
  'schedule',
  'activate',
  'suspend',
  'pause',
  'reconnect',
  'change_plan',
  'transfer',
  'cede',
  'terminate',
  'cancel',
  'retract',
] as const
export type ContractAction = (typeof CONTRACT_ACTIONS)[number]

export const CONTRACT_STATUS_LABELS: Readonly<Record<ContractStatus, string>> = {
  draft: 'Borrador',
  awaiting_installation: 'Pendiente de instalación',
  active: 'Activo',
  suspended: 'Suspendido',
  terminated: 'Retirado',
  cancelled: 'Anulado',
}

/** The states and actions of CON-01. */
export const contractLifecycle = createLifecycle<ContractStatus, ContractAction>(CONTRACT_STATUSES, {
  draft: { edit: 'draft', sign: 'awaiting_installation', cancel: 'cancelled' },
  awaiting_installation: {
    complete: 'awaiting_installation',
    schedule: 'awaiting_installation',
    activate: 'active',
    cancel: 'cancelled',
    retract: 'cancelled',
  },
  active: {
    complete: 'active',
    suspend: 'suspended',
    pause: 'active',
    change_plan: 'active',
    transfer: 'active',
    cede: 'active',
    terminate: 'terminated',
    retract: 'cancelled',
  },
  suspended: {
    complete: 'suspended',
    reconnect: 'active',
    change_plan: 'suspended',
    transfer: 'suspended',
    terminate: 'terminated',
    retract: 'cancelled',
  },
  terminated: {},
  cancelled: {},
})

/** Whether equipment can be at the address of a contract: it is signed, and not over (ACT-12). */
export const canHoldEquipment = (status: ContractStatus): boolean =>
  status === 'awaiting_installation' || status === 'active' || status === 'suspended'

/** The state of a contract on a day: after its last day of service it is 'terminated', also before the stored state is updated. */
export const contractStatusOn = (status: ContractStatus, activeTo: Day | null, today: Day): ContractStatus =>
  activeTo !== null && activeTo < today && contractLifecycle.can(status, 'terminate') ? 'terminated' : status

/** The reason why an action is not allowed in a state, for the disabled button. Null when it is allowed. */
export function actionProblem(action: ContractAction, status: ContractStatus): string | null {
  return contractLifecycle.can(status, action) ? null : (EXCEPTIONS[action]?.[status] ?? REASONS[status])
}

/** Throws Refusal for an action that the state does not allow. Returns the next state. */
export function assertAction(action: ContractAction, status: ContractStatus): ContractStatus {
  const next = contractLifecycle.next(status, action)
  if (next === null) throw new Refusal('conflict', actionProblem(action, status) ?? '')
  return next
}

const REASONS: Readonly<Record<ContractStatus, string>> = {
  draft: 'El contrato es un borrador: primero hay que firmarlo',
  awaiting_installation: 'El servicio todavía no está instalado',
  active: 'El contrato ya está activo',
  suspended: 'El servicio está suspendido',
  terminated: 'El contrato ya terminó',
  cancelled: 'El contrato está anulado',
}

const IN_SERVICE = 'El contrato ya está en servicio: se retira, no se anula'
const SIGNED = 'El contrato ya está firmado: solo se completan las coordenadas y el estrato que falte'

const EXCEPTIONS: Readonly<Partial<Record<ContractAction, Readonly<Partial<Record<ContractStatus, string>>>>>> = {
  sign: {
    awaiting_installation: 'El contrato ya está firmado',
    active: 'El contrato ya está firmado',
    suspended: 'El contrato ya está firmado',
  },
  schedule: { active: 'El servicio ya está instalado', suspended: 'El servicio ya está instalado' },
  activate: { suspended: 'El servicio está suspendido: se reconecta, no se activa' },
  suspend: { suspended: 'El servicio ya está suspendido' },
  pause: { suspended: 'El servicio está suspendido: primero hay que reconectarlo' },
  reconnect: { active: 'El servicio no está suspendido' },
  cede: { suspended: 'El servicio está suspendido: reconéctalo para ceder el contrato' },
  terminate: { awaiting_installation: 'El servicio todavía no está instalado: se anula, no se retira' },
  cancel: { active: IN_SERVICE, suspended: IN_SERVICE },
  retract: { draft: 'El contrato no está firmado: se anula' },
  edit: { awaiting_installation: SIGNED, active: SIGNED, suspended: SIGNED },
}
