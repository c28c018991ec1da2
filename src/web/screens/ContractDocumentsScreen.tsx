import type { Contract } from '#domain/contracts/contract.ts'
import { ConsentsCard } from '#web/consents/ConsentsCard.tsx'
import { OwnConsentsCard } from '#web/consents/OwnConsentsCard.tsx'
import { DocumentsPage } from '#web/contracts/DocumentsPage.tsx'
import { ContractReports } from '#web/installations/ContractReports.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'

/** The papers of a contract that other modules have, one card each. */
const othersOf = ({ client, no_contract }: Contract, isDesk: boolean) => (
  <>
    <ContractReports no={no_contract} />
    <ClientInvoices clientId={client.id} contract={no_contract} />
    {isDesk ? <ConsentsCard clientId={client.id} /> : <OwnConsentsCard />}
  </>
)

/** The documents of a contract with its reports, and the invoices and the consents of its holder. */
export const ContractDocumentsScreen = () => <DocumentsPage others={othersOf} />
