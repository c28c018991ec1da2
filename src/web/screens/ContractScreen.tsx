import type { Contract } from '#domain/contracts/contract.ts'
import { ContractPage } from '#web/contracts/ContractPage.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'

const invoicesOf = ({ client, no_contract }: Contract) => <ClientInvoices clientId={client.id} contract={no_contract} />

/** The contract page with the last invoices of the contract. */
export const ContractScreen = () => <ContractPage invoices={invoicesOf} />
