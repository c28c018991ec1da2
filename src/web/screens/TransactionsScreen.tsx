import { lazy } from 'react'
import { useSession } from '#web/core/session.ts'

const TransactionsPage = lazy(() =>
  import('#web/payments/TransactionsPage.tsx').then((file) => ({ default: file.TransactionsPage })),
)
const OwnTransactionsPage = lazy(() =>
  import('#web/payments/OwnTransactionsPage.tsx').then((file) => ({ default: file.OwnTransactionsPage })),
)

/** The payments of the company for the financial desk, or a client's own attempts and receipts. */
export function TransactionsScreen() {
  const { user } = useSession()
  return user?.metadata.role === 'client' ? <OwnTransactionsPage /> : <TransactionsPage />
}
