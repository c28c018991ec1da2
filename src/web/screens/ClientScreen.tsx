import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'
import { ClientPayments } from '#web/payments/ClientPayments.tsx'

const contractsOf = (client: Client) => <ClientContracts client={client} />
const accountOf = (client: Client) => (
  <>
    <ClientInvoices clientId={client.id} />
    <ClientPayments clientId={client.id} />
  </>
)

/** The client page with the client's contracts, invoices and payments. */
export const ClientScreen = () => <ClientPage contracts={contractsOf} account={accountOf} />
