import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'

const contractsOf = (client: Client) => <ClientContracts client={client} />

/** The client page with the client's contracts. */
export const ClientScreen = () => <ClientPage contracts={contractsOf} />
