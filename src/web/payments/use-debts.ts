import { useEffect } from 'react'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useRead } from '#web/core/queries.ts'
import { PAYMENT_KEY } from '#web/core/session.ts'

export const POLL_MS = 5_000

/** The current debts. Polled while the page is visible: a payment may end, or begin in another tab or at the desk. */
export const useDebts = () => useRead(paymentApi.debts, {}, { pollMs: POLL_MS })

/** Refetches when the user returns to this tab, or when another tab began or ended a payment. */
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
