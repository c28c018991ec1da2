import { FIRST_POLICY, type NewPolicy } from '#domain/collections/policy.ts'
import { consentApi } from '#domain/consents/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runCollections } from '#server/collections/run.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { newKey } from './cases/billed.ts'
import { makeClient, makeContract } from './factory.ts'
import type { Company, Person, TestApp } from './world.ts'

/** The policy of the tests: five days of arrears, two business days of notice. */
export const TEST_POLICY: NewPolicy = (({ version: _version, trial_from: _from, ...policy }) => ({
  ...policy,
  mode: 'on' as const,
  overdue_days: 5,
  reminder_days: null,
  brake_percent: 100,
}))(FIRST_POLICY)

/** The contract defaults of a company whose reconnection costs more than the legal cap, in pesos. */
export const DEFAULTS_OF_DEBTORS = {
  connection_cost: 0,
  discounted_value: 0,
  billing_cut_day: 30,
  reconnection_cost: 10_000,
  transfer_cost: 0,
  technical_visit_cost: 0,
  additional_cable_cost: 0,
}

/** Saves a policy without its week of trial. */
export async function putPolicy(t: TestApp, companyId: string, changes: Partial<NewPolicy> = {}): Promise<void> {
  const policy = { ...TEST_POLICY, ...changes }
  const columns = Object.keys(policy)
  await t.owner.query(
    `insert into collection_policies (company_id, version, trial_from, changed_by, ${columns.join(', ')})
     values ($1, (select coalesce(max(version), 0) + 1 from collection_policies where company_id = $1), '2026-01-01', 'Prueba',
       ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
    [companyId, ...Object.values(policy)],
  )
}

export type Debtor = {
  company: Company
  financial: Person
  clientId: string
  userId: string
  contractId: string
  no_contract: string
}

/** A client with an e-mail that authorises collection messages, and a contract in service. */
export async function makeDebtor(
  t: TestApp,
  company: Company,
  financial: Person,
  { email = 'yenny@correo.test' }: { email?: string | null } = {},
): Promise<Debtor> {
  const client = await makeClient(t.owner, company.id, email === null ? {} : { email })
  const consent = { client_id: client.id, purpose: 'contact_email' as const, is_granted: true }
  await financial.call(consentApi.say, { body: { consent } })
  const contract = await makeContract(t.owner, company.id, client.id)
  return {
    company,
    financial,
    clientId: client.id,
    userId: client.userId,
    contractId: contract.id,
    no_contract: contract.no_contract,
  }
}

/** Bills a visit to a debtor: an invoice without the delivery of those of a period. */
export async function bill(
  { financial, no_contract }: Pick<Debtor, 'financial' | 'no_contract'>,
  price = 60_000,
): Promise<string> {
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
  const { data } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers: newKey(),
  })
  return data.id
}

export const pay = ({ financial, clientId }: Debtor, amount: number, paid_on: string) =>
  financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on } },
    headers: newKey(),
  })

export const statusOf = async ({ financial, no_contract }: Debtor): Promise<string> =>
  (await financial.call(contractApi.get, { params: { no: no_contract } })).data.status

/** One tick of the collections and of the mail at an instant. */
export async function runAt(t: TestApp, at: string): Promise<void> {
  t.setNow(new Date(at))
  await runCollections(t.world)
  await sendDue(t.world)
}

/** Nine in the morning in Bogotá. */
export const nine = (day: string): string => `${day}T14:00:00Z`
