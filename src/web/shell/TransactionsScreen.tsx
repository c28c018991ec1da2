import { useSession } from '#web/core/session.ts'
import { TransactionsPage } from '#web/payments/TransactionsPage.tsx'
import { RoomPage } from '#web/rooms/RoomPage.tsx'

/** The desk's payments; a client's own attempts and receipts come with the payments from the portal. */
export function TransactionsScreen() {
  const { user } = useSession()
  return user?.metadata.role === 'financial' ? <TransactionsPage /> : <RoomPage path="/transactions" />
}
