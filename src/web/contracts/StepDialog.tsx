import type { Contract } from '#domain/contracts/contract.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { EditContractDialog } from './ContractDialog.tsx'
import { CancelDialog, ReconnectDialog, SuspendDialog } from './ServiceDialogs.tsx'
import { TerminateDialog, WithdrawDialog } from './TerminateDialog.tsx'
import { ActivateDialog, CompleteDialog, ScheduleDialog } from './VisitDialogs.tsx'

/** Every action of the contract lifecycle that has a dialog. */
const DIALOGS = {
  edit: EditContractDialog,
  complete: CompleteDialog,
  schedule: ScheduleDialog,
  activate: ActivateDialog,
  change_plan: ChangePlanDialog,
  suspend: SuspendDialog,
  reconnect: ReconnectDialog,
  terminate: TerminateDialog,
  withdraw: WithdrawDialog,
  cancel: CancelDialog,
} as const

export type OpenDialog = keyof typeof DIALOGS

export type StepProps = { contract: Contract; onClose: () => void }

/** The dialog of a lifecycle action on a contract. */
export function StepDialog({ open, contract, onClose }: StepProps & { open: OpenDialog }) {
  const Chosen = DIALOGS[open]
  return <Chosen contract={contract} onClose={onClose} />
}
