import { type ArrearsCase, type Decision, type DecisionRules, decide } from '#domain/collections/decision.ts'
import type { PreviewRow } from '#domain/collections/preview.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { emergenciesOf } from '#domain/parameters/emergency.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { listUsableCredits } from '#server/ledger/accounts.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import {
  type ContractFacts,
  isCompanyActive,
  listContractFacts,
  listOverdueInvoices,
  type OverdueRow,
} from './arrears-queries.ts'
import { noticeChannelOf, readNoticeChannels } from './notice-channels.ts'
import { readPolicy } from './policy-queries.ts'

/** A contract with overdue debt and its decision of a day. */
export type DecidedContract = { facts: ContractFacts; decision: Decision }

/** Contracts whose facts are read by one statement. */
const FACTS_MAX = 5_000

/** The rules of the decisions of a day: the policy in force now and the regulated numbers of that day. */
export async function readRules(tx: Tx, on: Day): Promise<DecisionRules> {
  const [policy, parameters] = await Promise.all([readPolicy(tx), readParameters(tx)])
  return {
    policy,
    deliveryDays: valueInForce(parameters, 'billing.delivery_notice', on),
    emergencies: emergenciesOf(parameters),
  }
}

/**
 * The decision about every contract in service with an overdue invoice on a day, or about those of some clients. The credit in favour is
 * read only for the contracts that would be notified or cut without it.
 */
export async function decideDay(
  tx: Tx,
  rules: DecisionRules,
  on: Day,
  clients?: readonly string[],
): Promise<DecidedContract[]> {
  const [isActive, agreed, invoices, channels] = await Promise.all([
    isCompanyActive(tx),
    listAgreedInvoices(tx, on, clients),
    listOverdueInvoices(tx, on, clients),
    readNoticeChannels(tx),
  ])
  const byContract = Map.groupBy(invoices, ({ contract_id }) => contract_id)
  const ids = [...byContract.keys()]
  const facts: ContractFacts[] = []
  for (let from = 0; from < ids.length; from += FACTS_MAX) {
    facts.push(...(await listContractFacts(tx, ids.slice(from, from + FACTS_MAX), on)))
  }
  const invoicesOf = ({ id, client_id }: ContractFacts) =>
    (byContract.get(id) ?? []).filter((invoice) => invoice.client_id === client_id)
  const caseOf = (one: ContractFacts, credit: Money): ArrearsCase => ({
    isCompanyActive: isActive,
    invoices: invoicesOf(one).map((invoice) => overdueOf(invoice, agreed)),
    hasPendingPayment: one.has_pending_payment,
    credit,
    promise_until: one.promise_until,
    notice: noticeOf(one),
    canBeNotified: noticeChannelOf(one, 'notice', channels) !== null,
  })
  const indebted = facts.filter((one) => invoicesOf(one).length > 0)
  const first = indebted.map((one) => ({ facts: one, decision: decide(caseOf(one, ZERO), rules, on) }))
  const acted = first.filter(({ decision }) => decision.action !== 'none')
  const credits = await listUsableCredits(tx, [...new Set(acted.map((one) => one.facts.client_id))])
  return first.map((one) => {
    const credit = one.decision.action === 'none' ? undefined : credits.get(one.facts.client_id)
    return credit === undefined ? one : { ...one, decision: decide(caseOf(one.facts, credit), rules, on) }
  })
}

const overdueOf = ({ sent_at, ...invoice }: OverdueRow, agreed: ReadonlySet<string>) => ({
  ...invoice,
  sent_on: sent_at === null ? null : dayOf(sent_at),
  is_agreed: agreed.has(invoice.id),
})

/** A notice that could not be delivered is none. */
function noticeOf({ notice_given_on, notice_delivered_at, notice_failed }: ContractFacts): ArrearsCase['notice'] {
  if (notice_given_on === null || notice_failed) return null
  return { given_on: notice_given_on, delivered_on: notice_delivered_at === null ? null : dayOf(notice_delivered_at) }
}

export const previewRowOf = ({ facts, decision }: DecidedContract): PreviewRow => ({
  id: facts.id,
  no_contract: facts.no_contract,
  client: { id: facts.client_id, name: facts.client_name, identification: facts.identification },
  city: facts.city,
  plan: facts.plan,
  ...decision,
})
