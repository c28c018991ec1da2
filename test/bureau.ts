import { bureauApi } from '#domain/collections/bureau-api.ts'
import { consentApi } from '#domain/consents/api.ts'
import type { Purpose } from '#domain/consents/consent.ts'
import { runBureaus } from '#server/collections/bureau-run.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, type Debtor, makeDebtor, nine } from './arrears.ts'
import type { Company, Person, TestApp } from './world.ts'

/** A policy of the tests: ten days of arrears, any debt. */
export const BUREAU_POLICY = { is_on: true, bureau: 'DataCrédito', overdue_days: 10, minimum_debt: 10_000 }

/** Saves a policy of reports without the call. */
export async function putBureauPolicy(t: TestApp, companyId: string): Promise<void> {
  await t.owner.query(
    `insert into bureau_policies (company_id, version, is_on, bureau, overdue_days, minimum_debt, changed_by)
     values ($1, 1, true, 'DataCrédito', 10, 1000000, 'Prueba')`,
    [companyId],
  )
}

/** One tick of the queue and of the mail at an instant. */
export async function bureauAt(t: TestApp, at: string): Promise<void> {
  t.setNow(new Date(at))
  await runBureaus(t.world)
  await sendDue(t.world)
}

export const consent = ({ financial, clientId }: Debtor, purpose: Purpose, is_granted: boolean) =>
  financial.call(consentApi.say, { body: { consent: { client_id: clientId, purpose, is_granted } } })

export type BureauDebtor = Debtor & { invoiceId: string; client: Person }

/** A debtor that authorises reports, of an invoice of October 20, 2026 that could be paid until November 9. */
export async function bureauDebtor(
  t: TestApp,
  company: Company,
  financial: Person,
  { price = 60_000, authorises = true } = {},
): Promise<BureauDebtor> {
  t.setNow(new Date(nine('2026-10-20')))
  const one = await makeDebtor(t, company, financial)
  if (authorises) await consent(one, 'credit_bureau', true)
  const invoiceId = await bill(one, price)
  const user = { id: one.userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  return { ...one, invoiceId, client: t.as(await t.session(user), user) }
}

/** The first case of the list of a state; of those that are open without one. */
export const firstCase = async ({ financial }: Debtor, state?: 'updated' | 'settled' | 'left_out') =>
  (await financial.call(bureauApi.cases, { query: state === undefined ? {} : { state } })).data[0]

/** 'waiting 2026-12-10': what is next for the only open case, and its day. */
export async function stateOf(one: Debtor): Promise<string | undefined> {
  const found = await firstCase(one)
  return found && (found.on === null ? found.state : `${found.state} ${found.on}`)
}
