import { type Failure, failureOf, isFailure } from './failure.ts'

type Request = { promise: Promise<boolean>; resolve: (isConfirmed: boolean) => void }

let pending: Request | null = null
const listeners = new Set<() => void>()

function setPending(next: Request | null): void {
  pending = next
  for (const listener of listeners) listener()
}

function newRequest(): Request {
  let resolve: Request['resolve'] = () => undefined
  const promise = new Promise<boolean>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** The request for the user's password before a delicate call, and the dialog that answers it (shell). */
export const stepUp = {
  /** Whether the user confirmed. Calls at the same time share one dialog; without a screen that shows it, false. */
  ask: async (): Promise<boolean> => {
    if (listeners.size === 0) return false
    const request = pending ?? newRequest()
    if (pending === null) setPending(request)
    return request.promise
  },
  answer: (isConfirmed: boolean): void => {
    pending?.resolve(isConfirmed)
    setPending(null)
  },
  isPending: (): boolean => pending !== null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      // The screen is gone, for example because the session ended.
      if (listeners.size === 0) stepUp.answer(false)
    }
  },
}

/**
 * Runs a call. When the server requires a recent password, asks the user and runs the same call again, with the same idempotency key.
 * Throws STEP_UP_CANCELLED when the user closed the dialog.
 */
export async function withStepUp<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!isFailure(error) || error.code !== 'STEP_UP_REQUIRED') throw error
    if (!(await stepUp.ask())) throw cancelled()
    return work()
  }
}

const CANCELLED = 'STEP_UP_CANCELLED'

const cancelled = (): Failure =>
  failureOf({ status: 0, code: CANCELLED, message: 'No confirmaste tu contraseña: no cambiamos nada.' })

/** Whether the user closed the dialog that asks for the password: that is a decision, and no error to show. */
export const isStepUpCancelled = (error: unknown): boolean => isFailure(error) && error.code === CANCELLED
