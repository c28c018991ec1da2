import { useEffect } from 'react'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useRead } from '#web/core/queries.ts'
import { PAYMENT_KEY } from '#web/core/session.ts'

const POLL_MS = 5_000

/** What is owed now. Asked again while the screen is seen: a payment may end, or begin in another tab or at the desk. */
export const useDebts = () => useRead(paymentApi.debts, {}, { pollMs: POLL_MS })

/** Reads again when the person comes back to this tab, or when another tab began or ended a payment. */
export function useReadAgain(refetch: () => Promise<unknown>): void {
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void refetch()
    }
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === PAYMENT_KEY) void refetch()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('storage', onStorage)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('storage', onStorage)
    }
  }, [refetch])
}
