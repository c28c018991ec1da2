import { toastError } from '#web/ui/Toasts.tsx'
import { messageOf } from './failure.ts'
import { isStepUpCancelled } from './step-up.ts'

/** Shows why an action failed (`messageOf`). Shows nothing when the user closed the dialog that asks for the password. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!isStepUpCancelled(error)) toastError(messageOf(error, fallback))
}
