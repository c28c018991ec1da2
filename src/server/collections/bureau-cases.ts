import {
  type BureauCase,
  type BureauFacts,
  type BureauHold,
  type BureauRules,
  bureauState,
  noticedDays,
  noticesNeeded,
  type SentNotice,
} from '#domain/collections/bureau.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, minus, plus, sum, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { listUsableCredits } from '#server/ledger/accounts.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { readBureauRules } from './bureau-policy.ts'
import { type CaseFilter, type CaseRow, listCases, type PaidPart } from './bureau-queries.ts'

/** A case with the addresses of its client, what was paid of it, and what a bureau has and is not paid of each invoice. */
export type DerivedCase = BureauCase & {
  email: string | null
  address: string
  paid: PaidPart[]
  reportedLeft: { id: string; reported: Money; left: Money }[]
}

/** The cases of a filter with what is next for each one today, the newest first. */
export async function readCases(tx: Tx, filter: CaseFilter, today: Day, range?: RowRange): Promise<DerivedCase[]> {
  const [rows, agreed, rules] = await Promise.all([
    listCases(tx, filter, today, range),
    listAgreedInvoices(tx, today, filter.clientId === undefined ? undefined : [filter.clientId]),
    readBureauRules(tx, today),
  ])
  const waiting = rows.filter(({ outcome, reported_on }) => outcome === null && reported_on === null)
  const credits = await listUsableCredits(tx, [...new Set(waiting.map(({ client_id }) => client_id))])
  return rows.map((row) => derivedOf(row, { agreed, credit: credits.get(row.client_id) ?? ZERO, rules }, today))
}

/** The case as the callers read it. */
export const caseOf = ({
  email: _email,
  address: _address,
  paid: _paid,
  reportedLeft: _left,
  ...one
}: DerivedCase): BureauCase => one

type Beside = { agreed: ReadonlySet<string>; credit: Money; rules: BureauRules }

function derivedOf(row: CaseRow, { agreed, credit, rules }: Beside, today: Day): DerivedCase {
  const owed = row.invoices.filter(({ id, overdue }) => overdue > 0 && !agreed.has(id))
  const debt = sum(owed.map(({ overdue }) => overdue))
  const unpaid = sum(row.invoices.map(unpaidOf))
  const hold = holdOf(row, { agreed, credit }, debt)
  const sent = sentOf(row.notices, row.paid)
  const reportedLeft = row.invoices.map((one) => ({ id: one.id, reported: one.reported ?? ZERO, left: leftOf(one) }))
  const reported =
    row.reported_debt === null ? null : { debt: row.reported_debt, left: sum(reportedLeft.map(({ left }) => left)) }
  const known = row.updated_on ?? (row.reported_on === null ? null : addDays(row.reported_on, -1))
  const isPaid = reported !== null && reported.left < reported.debt
  const paid_on = isPaid
    ? (row.paid.find(({ on_day, amount }) => amount > 0 && on_day > (known ?? ''))?.on_day ?? null)
    : null
  const facts: BureauFacts = { ...row, reported, unpaid, debt, hold, isAuthorised: row.authorises, sent, paid_on }
  const { state, on } = bureauState(facts, rules, today)
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name, identification: row.identification },
    email: row.email,
    address: row.address,
    state,
    on,
    hold: state === 'held' ? (hold ?? 'not_overdue') : null,
    problem: state === 'notice' || state === 'second_notice' ? problemOf(row) : null,
    debt: reported?.debt ?? debt,
    left: reported?.left ?? debt,
    paid: row.paid,
    reportedLeft,
    noticed_on: noticedDays(sent, debt),
    invoices: row.invoices.map(({ id, prefix, sequence, since, overdue }) => ({
      id,
      number: invoiceNumber(prefix, sequence),
      since,
      debt: overdue > ZERO && !agreed.has(id) ? overdue : ZERO,
    })),
    notices: row.notices,
    notices_needed: noticesNeeded(debt, rules),
    opened_on: row.opened_on,
    paid_on,
    reported_on: row.reported_on,
    reported_by: row.reported_by,
    closed_on: row.closed_on,
    closed_by: row.closed_by,
    reason: row.reason,
  }
}

const unpaidOf = ({ balance, written_off }: CaseRow['invoices'][number]): Money => plus(balance, written_off)

/** What a bureau has of an invoice and is not paid: what was in claim before the report is not of it. */
function leftOf(invoice: CaseRow['invoices'][number]): Money {
  const { reported, claimed_before } = invoice
  const unpaid = unpaidOf(invoice)
  const rest = unpaid > claimed_before ? minus(unpaid, claimed_before) : ZERO
  return reported === null || rest < reported ? (reported === null ? ZERO : rest) : reported
}

/** The notices that left, each with what of the debt that it named is not paid since. */
export const sentOf = (notices: BureauCase['notices'], paid: readonly PaidPart[]): SentNotice[] =>
  notices.flatMap(({ sent_at, debt }) => {
    if (sent_at === null) return []
    const on = dayOf(new Date(sent_at))
    const since = sum(paid.map((part) => (part.on_day > on ? part.amount : ZERO)))
    return [{ on, debt: minus(debt, since) }]
  })

/** Why a debt is not reported as it is. The credit in favour of its client spares it as it spares a cut. */
function holdOf(row: CaseRow, { agreed, credit }: Omit<Beside, 'rules'>, debt: Money): BureauHold | null {
  if (row.has_promise) return 'promise'
  if (row.has_pending_payment) return 'pending_payment'
  if (debt > ZERO) return credit >= debt ? 'credit' : null
  if (row.invoices.some(({ id }) => agreed.has(id))) return 'agreement'
  return row.invoices.some(({ disputed }) => disputed > ZERO) ? 'disputed' : 'not_overdue'
}

/** Why the notice of a case cannot leave, or did not. */
function problemOf({ email, authorises_email, notices }: CaseRow): string | null {
  if (email === null) return 'No tiene correo: pídeselo y guárdalo en su ficha'
  if (!authorises_email) return 'No autoriza mensajes de cobro por correo'
  const last = notices.at(-1)
  return last === undefined || last.status === 'sent' ? null : last.problem
}
