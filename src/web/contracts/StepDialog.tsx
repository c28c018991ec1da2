import { lazy, Suspense } from 'react'
import type { Contract, ContractDetail } from '#domain/contracts/contract.ts'
import { CancelPlanChangeDialog, ChangePlanDialog } from './ChangePlanDialog.tsx'
import { CancelPauseDialog, PauseDialog } from './PauseDialogs.tsx'
import { RetractDialog } from './RetractDialog.tsx'
import { CancelDialog, ReconnectDialog, SuspendDialog } from './ServiceDialogs.tsx'
import { SigningLinkDialog } from './SigningLinkDialog.tsx'
import { TerminateDialog, WithdrawDialog } from './TerminateDialog.tsx'
import { ActivateDialog, CompleteDialog } from './VisitDialogs.tsx'

// A transfer and a cession are rare: their dialogs come when they are opened.
const loadTransfers = () => import('./TransferDialogs.tsx')
const TransferDialog = lazy(() => loadTransfers().then((file) => ({ default: file.TransferDialog })))
const EditContractDialog = lazy(() =>
  import('./ContractDialog.tsx').then((file) => ({ default: file.EditContractDialog })),
)
const CancelTransferDialog = lazy(() => loadTransfers().then((file) => ({ default: file.CancelTransferDialog })))
const loadCessions = () => import('./CessionDialogs.tsx')
const CedeDialog = lazy(() => loadCessions().then((file) => ({ default: file.CedeDialog })))
const AcceptCessionDialog = lazy(() => loadCessions().then((file) => ({ default: file.AcceptCessionDialog })))
const RefuseCessionDialog = lazy(() => loadCessions().then((file) => ({ default: file.RefuseCessionDialog })))

/** Every action of the contract lifecycle that has a dialog. */
const DIALOGS = {
  edit: EditContractDialog,
  complete: CompleteDialog,
  activate: ActivateDialog,
  change_plan: ChangePlanDialog,
  cancel_plan_change: CancelPlanChangeDialog,
  transfer: TransferDialog,
  cancel_transfer: CancelTransferDialog,
  cede: CedeDialog,
  accept_cession: AcceptCessionDialog,
  refuse_cession: RefuseCessionDialog,
  suspend: SuspendDialog,
  pause: PauseDialog,
  cancel_pause: CancelPauseDialog,
  reconnect: ReconnectDialog,
  terminate: TerminateDialog,
  withdraw: WithdrawDialog,
  cancel: CancelDialog,
  send: SigningLinkDialog,
} as const

export type OpenDialog = keyof typeof DIALOGS | 'retract'

export type StepProps = { contract: Contract; onClose: () => void }
type DetailProps = { contract: ContractDetail; onClose: () => void }

/** The dialog of a lifecycle action on a contract. */
export function StepDialog({ open, contract, onClose }: DetailProps & { open: OpenDialog }) {
  if (open === 'retract') {
    const retraction = contract.retraction.open
    return retraction && <RetractDialog contract={contract} retraction={retraction} onClose={onClose} />
  }
  const Chosen = DIALOGS[open]
  return (
    <Suspense>
      <Chosen contract={contract} onClose={onClose} />
    </Suspense>
  )
}
