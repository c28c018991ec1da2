import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'

/** A client, with its contracts. */
export function ClientScreen() {
  return <ClientPage contracts={(client) => <ClientContracts client={client} />} />
}
