import { isFailure } from './failure.ts'

type Answer = (isConfirmed: boolean) => void

let showDialog: ((isShown: boolean) => void) | null = null
let pending: Promise<boolean> | null = null
let settle: Answer = () => undefined

/** Ends the dialog: the calls that wait for it run again, or not. */
export const answerStepUp: Answer = (isConfirmed) => {
  pending = null
  showDialog?.(false)
  settle(isConfirmed)
}

/** The screen that shows the dialog; null when it is gone, for example because the session ended. */
export function setStepUpDialog(show: typeof showDialog): void {
  showDialog = show
  answerStepUp(false)
}

/**
 * Runs a call. When the server requires a recent password, shows the dialog and runs the same call again, with the same idempotency
 * key; calls at the same time share one dialog. Throws the refusal when the user closed the dialog.
 */
export async function withStepUp<Reply>(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (!isStepUpCancelled(error) || showDialog === null) throw error
    if (pending === null) {
      pending = new Promise((resolve) => (settle = resolve))
      showDialog(true)
    }
    if (!(await pending)) throw error
    return work()
  }
}

/** Whether a call failed because the user closed the dialog: that is a decision, and no error to show. */
export const isStepUpCancelled = (error: unknown): boolean => isFailure(error) && error.code === 'STEP_UP_REQUIRED'
