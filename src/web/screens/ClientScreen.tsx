import { lazy, Suspense } from 'react'
import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'
import { ClientCredit } from '#web/payments/ClientCredit.tsx'
import { ClientPayments } from '#web/payments/ClientPayments.tsx'

const PaymentDialog = lazy(() =>
  import('#web/payments/PaymentDialog.tsx').then((file) => ({ default: file.PaymentDialog })),
)

const contractsOf = (client: Client) => <ClientContracts client={client} />
const accountOf = (client: Client) => (
  <>
    <ClientInvoices clientId={client.id} />
    <ClientPayments clientId={client.id} />
    <ClientCredit clientId={client.id} />
  </>
)
const paymentOf = (client: Client, onClose: () => void) => (
  <Suspense>
    <PaymentDialog client={client} onClose={onClose} />
  </Suspense>
)

/** The client page with the client's contracts, invoices and payments. */
export const ClientScreen = () => <ClientPage contracts={contractsOf} account={accountOf} payment={paymentOf} />
