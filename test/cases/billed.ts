import { randomUUID } from 'node:crypto'
import { invoiceApi } from '#domain/invoices/api.ts'
import { makeClient, makeContract } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'

/** A financial user, and a client with a contract in service. */
export type Served = { by: Person; userId: string; clientId: string; no_contract: string }

/** A client with a contract in service. */
export async function served(t: TestApp, company: Company): Promise<Served> {
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  return { by: await company.person('financial'), userId: client.userId, clientId: client.id, no_contract }
}

/** The same with an unpaid invoice. */
export async function billed(t: TestApp, company: Company): Promise<Served & { invoiceId: string }> {
  const at = await served(t, company)
  const { data } = await at.by.call(invoiceApi.create, { body: visitBody(at), headers: newKey() })
  return { ...at, invoiceId: data.id }
}

/** The body of an invoice of one visit. */
export const visitBody = ({ no_contract }: Pick<Served, 'no_contract'>) => ({
  invoice: { no_contract, lines: [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }] },
})

export const newKey = () => ({ 'idempotency-key': randomUUID() })
