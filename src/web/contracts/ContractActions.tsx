import { useNavigate } from 'react-router'
import type { Contract, ContractDetail } from '#domain/contracts/contract.ts'
import { actionProblem, type ContractAction } from '#domain/contracts/lifecycle.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import type { OpenDialog } from './StepDialog.tsx'

/** A dialog of this module, or the one that plans the installation. */
export type ContractStep = OpenDialog | 'schedule'

type Step = { open: ContractStep; action: ContractAction; label: string; roles: readonly Role[]; isDanger?: boolean }

const STEPS: readonly Step[] = [
  { open: 'edit', action: 'edit', label: 'Editar', roles: ['financial'] },
  { open: 'send', action: 'sign', label: 'Enviar para firmar', roles: ['financial'] },
  { open: 'complete', action: 'complete', label: 'Completar ubicación y estrato', roles: ['financial'] },
  { open: 'schedule', action: 'schedule', label: 'Programar visita', roles: ['financial', 'technical'] },
  { open: 'activate', action: 'activate', label: 'Activar servicio', roles: ['financial', 'technical'] },
  { open: 'change_plan', action: 'change_plan', label: 'Cambiar de plan', roles: ['financial'] },
  { open: 'cancel_plan_change', action: 'change_plan', label: 'Anular el cambio de plan', roles: ['financial'] },
  { open: 'transfer', action: 'transfer', label: 'Trasladar', roles: ['financial'] },
  { open: 'cancel_transfer', action: 'transfer', label: 'Anular el traslado', roles: ['financial'] },
  { open: 'cede', action: 'cede', label: 'Ceder', roles: ['financial'] },
  { open: 'accept_cession', action: 'cede', label: 'Aceptar la cesión', roles: ['financial'] },
  { open: 'refuse_cession', action: 'cede', label: 'Rechazar la cesión', roles: ['financial'] },
  { open: 'pause', action: 'pause', label: 'Pausar', roles: ['financial'] },
  { open: 'cancel_pause', action: 'pause', label: 'Anular la pausa', roles: ['financial'] },
  { open: 'suspend', action: 'suspend', label: 'Suspender', roles: ['financial'] },
  { open: 'reconnect', action: 'reconnect', label: 'Reconectar', roles: ['financial'] },
  { open: 'terminate', action: 'terminate', label: 'Registrar retiro', roles: ['financial'], isDanger: true },
  { open: 'withdraw', action: 'terminate', label: 'Anular el retiro', roles: ['financial'] },
  { open: 'retract', action: 'retract', label: 'Registrar retracto', roles: ['financial'], isDanger: true },
  { open: 'cancel', action: 'cancel', label: 'Anular', roles: ['financial'], isDanger: true },
]

/** The next lifecycle action in each contract status. */
const NEXT: Readonly<Partial<Record<Contract['status'], ContractStep>>> = {
  awaiting_installation: 'activate',
  active: 'change_plan',
  suspended: 'reconnect',
}

/** What takes back or refuses something planned. */
const ENDS: readonly ContractStep[] = [
  'withdraw',
  'cancel_pause',
  'cancel_plan_change',
  'cancel_transfer',
  'refuse_cession',
]

type Props = { contract: ContractDetail; role: Role; onOpen: (step: ContractStep) => void }

/** The next action as a button and the others in a menu; an action that is not allowed is disabled with its reason (CON-01). */
export function ContractActions({ contract, role, onOpen }: Props) {
  const navigate = useNavigate()
  const hidden = hiddenOf(contract)
  const steps = STEPS.filter(({ roles, open }) => roles.includes(role) && !hidden.includes(open))
  const next = steps.find((step) => step.open === NEXT[contract.status])
  const canSign = contract.status === 'draft' && (role === 'financial' || role === 'client')
  return (
    <>
      {canSign && (
        <Button variant="primary" onClick={() => void navigate(paths.completeContract(contract.no_contract))}>
          Completar Contrato
        </Button>
      )}
      {next && (
        <Button variant="primary" disabledReason={reasonOf(next, contract)} onClick={() => onOpen(next.open)}>
          {next.label}
        </Button>
      )}
      {steps.length > 0 && (
        <LazyMenu
          label={`Acciones de ${contract.no_contract}`}
          items={steps
            .filter((step) => step !== next)
            .map((step) => ({
              label: step.label,
              onSelect: () => onOpen(step.open),
              isDanger: step.isDanger === true,
              disabledReason: reasonOf(step, contract),
            }))}
        />
      )}
    </>
  )
}

/** The steps that have no meaning now: what begins something is shown while nothing is planned, and what ends it while it is. */
function hiddenOf(contract: ContractDetail): ContractStep[] {
  const isLeaving = contract.active_to !== null && actionProblem('terminate', contract.status) === null
  const willPause = contract.pause !== null && contract.status === 'active'
  const { cession } = contract
  return [
    ...(isLeaving ? [] : (['withdraw'] as const)),
    willPause ? 'pause' : 'cancel_pause',
    ...(contract.upcoming_terms ? [] : (['cancel_plan_change'] as const)),
    contract.upcoming_transfer ? 'transfer' : 'cancel_transfer',
    ...(cession === null ? (['accept_cession', 'refuse_cession'] as const) : (['cede'] as const)),
    ...(cession !== null && cession.effective_on !== null ? (['accept_cession', 'refuse_cession'] as const) : []),
  ]
}

function reasonOf(step: Step, contract: ContractDetail): string | undefined {
  // They are in the menu only while they are possible.
  if (ENDS.includes(step.open)) return undefined
  const reason = actionProblem(step.action, contract.status)
  if (reason !== null) return reason
  if (step.open === 'retract' && contract.retraction.open === null)
    return 'No quedó ningún día para pedirlo entre la firma y el servicio: se retira'
  if (contract.active_to === null) return undefined
  return step.action === 'terminate' || step.action === 'change_plan' ? 'Ya tiene un retiro registrado' : undefined
}
