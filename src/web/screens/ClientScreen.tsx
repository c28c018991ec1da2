import { lazy, Suspense } from 'react'
import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'

const PaymentDialog = lazy(() =>
  import('#web/payments/PaymentDialog.tsx').then((file) => ({ default: file.PaymentDialog })),
)

const contractsOf = (client: Client) => <ClientContracts client={client} />
const paymentOf = (client: Client, onClose: () => void) => (
  <Suspense>
    <PaymentDialog client={client} onClose={onClose} />
  </Suspense>
)

/** The client page with the client's contracts and payments. */
export const ClientScreen = () => <ClientPage contracts={contractsOf} payment={paymentOf} />
