import { useState } from 'react'
import { toastError } from '#web/ui/Toasts.tsx'
import { isFailure } from './failure.ts'

/** Runs what a button does: `busy` is the name of that button meanwhile, and a failure is shown in a toast. */
export function useBusy<Name extends string>(): [
  Name | null,
  (name: Name, work: () => Promise<void>) => Promise<void>,
] {
  const [busy, setBusy] = useState<Name | null>(null)
  const run = async (name: Name, work: () => Promise<void>): Promise<void> => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(null)
    }
  }
  return [busy, run]
}
