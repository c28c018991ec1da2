import { sql } from 'kysely'
import { type BureauHold, type BureauState, bureauState } from '#domain/collections/bureau.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, sum, ZERO } from '#domain/core/money.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { listAgreedInvoicesOn } from './agreement-queries.ts'
import { type DerivedCase, sentOf } from './bureau-cases.ts'
import { readBureauRules } from './bureau-policy.ts'

/** What was next for a case on a past day, and what was overdue then, of all and of each invoice. `hold`: why it was held. */
export type PastCase = {
  state: BureauState
  on: Day | null
  debt: Money
  hold: BureauHold | null
  invoices: { id: string; debt: Money }[]
}

type OwedThen = { invoice_id: string; owed: Money }
/** A claim that was made until the day: open on it, or decided with a later day to pay what was claimed. */
type ClaimThen = { invoice_id: string; amount: Money; is_open: boolean; due_on: Day | null }
type ClientThen = { authorises: boolean; has_promise: boolean; credit: Money }

/**
 * A case that was not reported, on a past day `on`, by the books at the end of the day `through`: a report is marked after it was made, and the
 * debt may be paid or in claim by then. A payment in process on that day is not known any more.
 */
export async function readPastCase(
  tx: Tx,
  one: DerivedCase,
  { through, on }: { through: Day; on: Day },
): Promise<PastCase> {
  const [owed, claims, client, agreed, rules] = await Promise.all([
    listOwedThen(tx, one.id, through),
    listClaimsThen(tx, one.id, through),
    getClientThen(tx, one.id, through),
    listAgreedInvoicesOn(tx, through),
    readBureauRules(tx, on),
  ])
  const later = claims.filter(({ due_on }) => due_on !== null && lastPayableOn(due_on) >= on)
  const notOverdue = [...claims.filter(({ is_open }) => is_open), ...later]
  const overdueOf = ({ invoice_id, owed: all }: OwedThen): Money => {
    const part = sum(notOverdue.map((claim) => (claim.invoice_id === invoice_id ? claim.amount : ZERO)))
    return agreed.includes(invoice_id) || part >= all ? ZERO : minus(all, part)
  }
  const unpaid = sum(owed.map((invoice) => invoice.owed))
  const invoices = owed.map((invoice) => ({ id: invoice.invoice_id, debt: overdueOf(invoice) }))
  const debt = sum(invoices.map((invoice) => invoice.debt))
  const isAgreed = owed.some(({ invoice_id }) => agreed.includes(invoice_id))
  const isDisputed = claims.some(({ is_open }) => is_open)
  const hold = holdOf({ ...client, debt, isDisputed, isAgreed })
  const paid = one.paid.filter(({ on_day }) => on_day <= through)
  const sent = sentOf(one.notices, paid).filter((notice) => notice.on <= on)
  const facts = { outcome: null, reported_on: null, reported: null, disputed_on: null, paid_on: null }
  const isAuthorised = client.authorises
  return { ...bureauState({ ...facts, unpaid, debt, hold, isAuthorised, sent }, rules, on), debt, hold, invoices }
}

type HoldFacts = Omit<ClientThen, 'authorises'> & { debt: Money; isDisputed: boolean; isAgreed: boolean }

function holdOf({ has_promise, credit, debt, isDisputed, isAgreed }: HoldFacts): BureauHold | null {
  if (has_promise) return 'promise'
  if (debt > ZERO) return credit >= debt ? 'credit' : null
  if (isAgreed) return 'agreement'
  return isDisputed ? 'disputed' : 'not_overdue'
}

/** All invoices of a case were overdue on the day on which it was opened. */
async function listOwedThen(tx: Tx, caseId: string, on: Day): Promise<OwedThen[]> {
  const { rows } = await sql<OwedThen>`${REPLAN_EACH_TIME}
    select g.invoice_id, m.owed
    from bureau_cases b
    join bureau_case_invoices g on g.company_id = b.company_id and g.case_id = b.id
    cross join lateral (
      select greatest(coalesce(sum(receivable), 0), 0)::bigint as owed from client_movements
      where company_id = b.company_id and client_id = b.client_id and invoice_id = g.invoice_id and posted_on <= ${on}::date
    ) m
    where b.company_id = (select current_company()) and b.id = ${caseId}`.execute(tx)
  return rows
}

async function listClaimsThen(tx: Tx, caseId: string, on: Day): Promise<ClaimThen[]> {
  const isOpen = sql<boolean>`(d.resolved_at is null or ${dayInBogota(sql`d.resolved_at`)} > ${on}::date)`
  const { rows } = await sql<ClaimThen>`${REPLAN_EACH_TIME}
    select d.invoice_id, (d.amount - d.noted_amount)::bigint as amount, ${isOpen} as is_open, case when ${isOpen} then null else d.due_on end as due_on
    from bureau_case_invoices g join disputes d on d.company_id = g.company_id and d.invoice_id = g.invoice_id
    where g.company_id = (select current_company()) and g.case_id = ${caseId} and ${dayInBogota(sql`d.opened_at`)} <= ${on}::date`.execute(
    tx,
  )
  return rows
}

async function getClientThen(tx: Tx, caseId: string, on: Day): Promise<ClientThen> {
  const { rows } = await sql<ClientThen>`${REPLAN_EACH_TIME}
    select coalesce((
        select s.is_granted from consents s where s.company_id = b.company_id and s.client_id = b.client_id
          and s.purpose = 'credit_bureau' and ${dayInBogota(sql`s.said_at`)} <= ${on}::date order by s.id desc limit 1
      ), false) as authorises,
      exists (
        select from payment_promises r where r.company_id = b.company_id and r.client_id = b.client_id
          and r.made_on <= ${on}::date and r.until_on >= ${on}::date and (r.ended_on is null or r.ended_on > ${on}::date)
          and r.contract_id in (
            select f.contract_id from bureau_case_invoices g join invoices f on f.company_id = g.company_id and f.id = g.invoice_id
            where g.company_id = b.company_id and g.case_id = b.id
          )
      ) as has_promise,
      greatest((
        select coalesce(sum(m.credit), 0) from client_movements m
        where m.company_id = b.company_id and m.client_id = b.client_id and m.moves_credit and m.posted_on <= ${on}::date
      ) - (
        select coalesce(sum(case when r.closed_on is null then r.amount - r.returned else r.amount end), 0) from contract_refunds r
        where r.company_id = b.company_id and r.client_id = b.client_id and (r.closed_on is null or r.closed_on > ${on}::date)
      ), 0)::bigint as credit
    from bureau_cases b where b.company_id = (select current_company()) and b.id = ${caseId}`.execute(tx)
  const [client] = rows
  if (client === undefined) throw new Error('the case is absent')
  return client
}
