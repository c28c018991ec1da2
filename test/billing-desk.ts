import { runApi } from '#domain/invoices/api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { makeClient, makeContract } from './factory.ts'
import type { Company, Person, TestApp } from './world.ts'

type Fields = Parameters<typeof makeContract>[3]

/** A contract of an office, with its client. */
export type BillingDesk = { company: Company; financial: Person; id: string; clientId: string; params: { no: string } }

/** Sets the day of the verbs. */
export const on = (t: TestApp, date: string): void => t.setNow(new Date(`${date}T17:00:00Z`))

/** A contract of 31,000 pesos, active from 2 May 2029 with cut 31. */
export async function makeDesk(t: TestApp, fields: Fields = {}): Promise<BillingDesk> {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const usual = { cutDay: 31, activeFrom: '2029-05-02', price: 3_100_000 }
  const made = await makeContract(t.owner, company.id, client.id, { ...usual, ...fields })
  return { company, financial, id: made.id, clientId: client.id, params: { no: made.no_contract } }
}

/** Runs the billing of some periods. */
export async function bill(
  t: TestApp,
  { company, financial }: Pick<BillingDesk, 'company' | 'financial'>,
  ...periods: string[]
): Promise<void> {
  for (const period of periods) {
    const { data: run } = await financial.call(runApi.start, { body: { period } })
    await runMassive(t.world, { company_id: company.id, run_id: run.id })
  }
}

/** The debt of a client less its credit in favour, in pesos, with the plan adjustments that wait for the next invoice of the contract. */
export async function owed(t: TestApp, { clientId, id }: Pick<BillingDesk, 'clientId' | 'id'>): Promise<number> {
  const { rows } = await t.owner.query<{ owed: number }>(
    `select ((select coalesce(sum(balance), 0) from invoices where client_id = $1)
       - (select coalesce(sum(credit), 0) from client_movements where client_id = $1 and moves_credit)
       + (select coalesce(sum(price), 0) from pending_charges where contract_id = $2 and invoice_id is null and kind = 'plan_adjustment'))::int as owed`,
    [clientId, id],
  )
  return Number(rows[0]?.owed) / 100
}
