import {
  type BureauCase,
  type BureauFacts,
  type BureauHold,
  type BureauRules,
  bureauState,
  noticesNeeded,
} from '#domain/collections/bureau.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, sum, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { readBureauRules } from './bureau-policy.ts'
import { type CaseFilter, type CaseRow, listCases } from './bureau-queries.ts'

/** A case with the addresses of its client. */
export type DerivedCase = BureauCase & { email: string | null; address: string }

/** The cases of a filter with what is next for each one today, the newest first. */
export async function readCases(tx: Tx, filter: CaseFilter, today: Day, range?: RowRange): Promise<DerivedCase[]> {
  const [rows, agreed, rules] = await Promise.all([
    listCases(tx, filter, today, range),
    listAgreedInvoices(tx, today, filter.clientId === undefined ? undefined : [filter.clientId]),
    readBureauRules(tx, today),
  ])
  return rows.map((row) => derivedOf(row, agreed, rules, today))
}

/** The case as the callers read it. */
export const caseOf = ({ email: _email, address: _address, ...one }: DerivedCase): BureauCase => one

function derivedOf(row: CaseRow, agreed: ReadonlySet<string>, rules: BureauRules, today: Day): DerivedCase {
  const owed = row.invoices.filter(({ id, overdue }) => overdue > 0 && !agreed.has(id))
  const debt = sum(owed.map(({ overdue }) => overdue))
  const balance = sum(row.invoices.map((one) => one.balance))
  const hold = holdOf(row, agreed, debt)
  const sent = row.notices.flatMap(({ sent_at }) => (sent_at === null ? [] : [dayOf(new Date(sent_at))]))
  const paid_on = balance === ZERO ? row.paid_on : null
  const facts: BureauFacts = { ...row, balance, debt, hold, isAuthorised: row.authorises, sentOn: sent, paid_on }
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
    debt: row.reported_debt ?? debt,
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

/** Why a debt is not reported as it is. */
function holdOf(row: CaseRow, agreed: ReadonlySet<string>, debt: Money): BureauHold | null {
  if (row.has_promise) return 'promise'
  if (row.has_pending_payment) return 'pending_payment'
  if (debt > ZERO) return null
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
