import type { Client } from '#domain/clients/client.ts'
import { ClientPage } from '#web/clients/ClientPage.tsx'
import { ClientContracts } from '#web/contracts/ClientContracts.tsx'

const contractsOf = (client: Client) => <ClientContracts client={client} />

/** A client, with its contracts. */
export const ClientScreen = () => <ClientPage contracts={contractsOf} />
