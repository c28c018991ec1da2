import { type ComponentProps, lazy, Suspense } from 'react'
import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientBureau } from '#web/collections/ClientBureau.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'
import { ClientNotes } from '#web/invoices/ClientNotes.tsx'
import { ClientCredit } from '#web/payments/ClientCredit.tsx'
import { ClientPayments } from '#web/payments/ClientPayments.tsx'
import { OpenAccount } from '#web/payments/OpenAccount.tsx'
import { ClientPqr } from '#web/pqr/ClientPqr.tsx'

const PaymentDialog = lazy(() =>
  import('#web/payments/PaymentDialog.tsx').then((file) => ({ default: file.PaymentDialog })),
)
const OneOffDialog = lazy(() =>
  import('#web/invoices/OneOffDialog.tsx').then((file) => ({ default: file.OneOffDialog })),
)
const CollectDialog = lazy(() =>
  import('#web/payments/CollectDialog.tsx').then((file) => ({ default: file.CollectDialog })),
)
const ContractDialog = lazy(() =>
  import('#web/contracts/ContractDialog.tsx').then((file) => ({ default: file.ContractDialog })),
)

type Parts = ComponentProps<typeof ClientPage>

const dialogs: Parts['dialogs'] = {
  payment: (client, onClose) => (
    <Suspense>
      <PaymentDialog client={client} onClose={onClose} />
    </Suspense>
  ),
  charge: (client, onClose) => (
    <Suspense>
      <OneOffDialog client={client} onClose={onClose} />
    </Suspense>
  ),
  collect: (client, onClose) => (
    <Suspense>
      <CollectDialog client={client} onClose={onClose} />
    </Suspense>
  ),
  contract: (client, onClose) => (
    <Suspense>
      <ContractDialog client={client} onClose={onClose} />
    </Suspense>
  ),
}

const owedOf = (client: Client) => <OpenAccount clientId={client.id} />
const contractsOf: Parts['contracts'] = (client, onCreate) => <ClientContracts client={client} onCreate={onCreate} />
const accountOf = (client: Client) => (
  <>
    <div className="card-pair">
      <ClientPayments clientId={client.id} />
      <ClientInvoices clientId={client.id} />
    </div>
    <ClientPqr clientId={client.id} />
    <ClientBureau clientId={client.id} />
  </>
)
const creditsOf = (client: Client) => (
  <>
    <ClientCredit clientId={client.id} />
    <ClientNotes clientId={client.id} />
  </>
)

/** The client page: what the desk sees and does for one client, in one screen. */
export const ClientScreen = () => (
  <ClientPage owed={owedOf} contracts={contractsOf} account={accountOf} credits={creditsOf} dialogs={dialogs} />
)
