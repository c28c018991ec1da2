import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

// Unqualified columns of `invoices`, equal to overdueOf of the domain. With each of them `last_payable_on < today` finds the rows.
// An invoice without an extension, as nearly all are, is computed first and in few operations: a report computes a hundred thousand.
// What is disputed is at most the balance, and without a day nothing is extended (constraints of `invoices`).

/**
 * The overdue amount of an invoice whose last day to pay has passed; zero or less when nothing of it is overdue. Nothing is while a payment
 * agreement over it is on time (docs/decisions/0087).
 */
export const overdueAmount = (today: Day): RawBuilder<unknown> =>
  sql`(case when agreed_to_on >= ${today}::date then 0 else ${overdueBesideAgreement(today)} end)`

/** The same whatever was agreed: for the decisions of collections, which say that an agreement is why a service is not cut. */
export const overdueBesideAgreement = (today: Day): RawBuilder<unknown> =>
  sql`(balance - disputed_amount - case when extended_to_on >= ${today}::date then extended_amount else 0 end)`

/** The overdue amount of any invoice, 0 or more. */
export const overduePart = (today: Day): RawBuilder<unknown> =>
  sql`(case when last_payable_on >= ${today}::date or agreed_to_on >= ${today}::date then 0 when extended_to_on is null then balance - disputed_amount
    else greatest(${overdueBesideAgreement(today)}, 0) end)`

/** What of any invoice can be collected and is not overdue, 0 or more: of an overdue one, its extended part. */
export const notOverduePart = (today: Day): RawBuilder<unknown> =>
  sql`(balance - disputed_amount - ${overduePart(today)})`

/** The last day on which its oldest overdue part could be paid. */
export const OVERDUE_SINCE: RawBuilder<unknown> = sql`(case when extended_to_on is null or balance - disputed_amount > extended_amount then last_payable_on
  else greatest(last_payable_on, extended_to_on) end)`

/**
 * Whether an invoice has another day than `last_payable_on`: that of an extended part or of an agreement. Few have, and an index of their own.
 * All that can be collected of another one is overdue once `last_payable_on` has passed, and nothing before.
 */
export const HAS_OTHER_DAYS: RawBuilder<unknown> = sql`(extended_to_on is not null or agreed_to_on is not null)`

/** The last day of the payments, not reversed, of the invoices of a contract that could be paid until before a day; null without one. */
export async function getLastPaidOn(
  tx: Tx,
  { clientId, contractId, before }: { clientId: string; contractId: string; before: Day },
): Promise<Day | null> {
  const { rows } = await sql<{ paid_on: Day | null }>`
    select max(p.paid_on) as paid_on from journal j
    cross join lateral (
      select contract_id, last_payable_on from invoices where company_id = j.company_id and id = j.invoice_id offset 0
    ) i
    cross join lateral (
      select paid_on from payments p where p.company_id = j.company_id and p.id = j.payment_id and not exists (
        select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id
      ) offset 0
    ) p
    where j.company_id = (select current_company()) and j.client_id = ${clientId} and j.payment_id is not null
      and j.credit_account = 'receivable' and i.contract_id = ${contractId} and i.last_payable_on < ${before}::date`.execute(
    tx,
  )
  return rows[0]?.paid_on ?? null
}

/**
 * Whether a payment of the desk to a contract `c` was registered during its suspension `b`, paid what was overdue before it, and was
 * reversed between its end and the beginning of a later suspension `s`.
 */
export const HAS_REVERSED_PAYMENT: RawBuilder<boolean> = sql<boolean>`exists (
  select from payments p
  join payment_reversals r on r.company_id = p.company_id and r.payment_id = p.id and r.reversed_on > b.to_on and r.reversed_on <= s.from_on
  join journal j on j.company_id = p.company_id and j.payment_id = p.id and j.client_id = p.client_id and j.credit_account = 'receivable'
  join invoices i on i.company_id = j.company_id and i.id = j.invoice_id and i.last_payable_on < b.from_on
  where p.company_id = c.company_id and p.client_id = c.client_id and p.id > b.id and p.paid_on <= b.to_on + 1 and p.attempt_id is null
)`
