import { type RawBuilder, sql } from 'kysely'
import type { BureauNotice, BureauOutcome } from '#domain/collections/bureau.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota, instantInBogota } from '#server/db/days.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'
import { OVERDUE_SINCE, overdueBesideAgreement } from '#server/ledger/overdue.ts'
import { reductionsSince } from '#server/ledger/reductions.ts'
import { hasPendingPayment } from './arrears-queries.ts'

type CaseInvoice = {
  id: string
  prefix: string
  sequence: number
  contract_id: string
  since: Day
  last_payable_on: Day
  balance: Money
  written_off: Money
  /** Overdue and not disputed; below zero or for a later day when nothing is. */
  overdue: Money
  disputed: Money
  /** What a bureau has of it; null before the report. */
  reported: Money | null
  /** What is in a claim that was made before the day of the report and is open. */
  claimed_before: Money
}

/** What was paid or annulled of an invoice of a case since the case began; a reversed payment paid nothing. */
export type PaidPart = { invoice_id: string; on_day: Day; amount: Money }

/** A stored case with all that decides about it on a day. */
export type CaseRow = {
  id: string
  client_id: string
  client_name: string
  identification: string
  email: string | null
  opened_on: Day
  reported_on: Day | null
  reported_by: string | null
  reported_debt: Money | null
  updated_on: Day | null
  disputed_on: Day | null
  address: string
  outcome: BureauOutcome | null
  closed_on: Day | null
  closed_by: string | null
  reason: string | null
  authorises: boolean
  authorises_email: boolean
  has_promise: boolean
  has_pending_payment: boolean
  paid: PaidPart[]
  invoices: CaseInvoice[]
  notices: BureauNotice[]
}

/** Which cases are read. */
export type CaseFilter = {
  isOpen?: boolean
  outcome?: BureauOutcome | undefined
  clientId?: string | undefined
  id?: string | undefined
  q?: string | undefined
}

function conditions({ isOpen, outcome, clientId, id, q }: CaseFilter): RawBuilder<unknown> {
  const parts = [sql`b.company_id = (select current_company())`]
  if (isOpen === true) parts.push(sql`b.outcome is null`)
  if (outcome !== undefined) parts.push(sql`b.outcome = ${outcome}`)
  if (clientId !== undefined) parts.push(sql`b.client_id = ${clientId}`)
  if (id !== undefined) parts.push(sql`b.id = ${id}`)
  if (q !== undefined && q.trim() !== '') parts.push(sql`b.client_id in (select client_id from search_clients(${q}))`)
  return sql.join(parts, sql` and `)
}

/** The cases of a filter with their facts of a day, the newest first; all of them without a range. */
export async function listCases(tx: Tx, filter: CaseFilter, on: Day, range?: RowRange): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`${REPLAN_EACH_TIME}
    select b.id, b.client_id, k.name as client_name, k.identification, k.email, b.opened_on, b.reported_on, b.reported_by, b.reported_debt, b.updated_on, q.disputed_on, k.address,
      b.outcome, b.closed_on, b.closed_by, b.reason, ${isGranted('credit_bureau')} as authorises,
      ${isGranted('contact_email')} as authorises_email,
      b.outcome is null and exists (
        select from payment_promises r where r.company_id = b.company_id and r.client_id = b.client_id and r.outcome is null
          and r.until_on >= ${on}::date
          and r.contract_id in (select (value ->> 'contract_id')::uuid from json_array_elements(i.invoices) where value is not null)
      ) as has_promise,
      b.outcome is null and ${hasPendingPayment(sql`b.client_id`, on)} as has_pending_payment, p.paid, i.invoices, n.notices
    from (
      select * from bureau_cases b where ${conditions(filter)} order by b.id desc ${range === undefined ? sql`` : pageOf(range)}
    ) b
    cross join lateral (
      select name, identification, email, address || ', ' || city || ', ' || department as address from clients where company_id = b.company_id and id = b.client_id offset 0
    ) k
    cross join lateral (
      select json_agg(json_build_object('id', f.id, 'prefix', f.prefix, 'sequence', f.number, 'contract_id', f.contract_id, 'since', f.since,
        'last_payable_on', f.last_payable_on, 'balance', f.balance, 'written_off', f.written_off, 'overdue', f.overdue, 'disputed', f.disputed_amount,
        'reported', g.reported, 'claimed_before', ${CLAIMED_BEFORE})
        order by f.since, f.id) as invoices
      from bureau_case_invoices g
      cross join lateral (
        select id, prefix, number, contract_id, last_payable_on, balance, written_off, disputed_amount, ${OVERDUE_SINCE} as since,
          case when last_payable_on < ${on}::date then ${overdueBesideAgreement(on)} else 0 end as overdue
        from invoices where company_id = g.company_id and id = g.invoice_id offset 0
      ) f
      where g.company_id = b.company_id and g.case_id = b.id
    ) i
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', l.id, 'debt', l.debt, 'written_on', l.written_on, 'is_on_paper', l.paper_on is not null,
        'status', coalesce(m.status, 'sent'), 'sent_at',
        to_char(coalesce(m.sent_at, ${instantInBogota(sql`l.paper_on + time '12:00'`)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'problem', m.problem) order by l.id), '[]') as notices
      from bureau_notices l
      left join lateral (
        select status, sent_at, problem from messages where company_id = l.company_id and id = l.message_id offset 0
      ) m on true
      where l.company_id = b.company_id and l.case_id = b.id
    ) n
    cross join lateral (
      ${PAID}
    ) p
    left join lateral (
      select min(c.on_day) as disputed_on
      from bureau_case_invoices g join disputes d on d.company_id = g.company_id and d.invoice_id = g.invoice_id and d.resolved_at is null
      cross join lateral (
        select d.id, ${dayInBogota(sql`d.opened_at`)} as on_day
        union all
        select r.id, ${dayInBogota(instantOf(sql`r.id`))} from unnest(d.raised_ids) r (id)
      ) c
      where b.reported_on is not null and b.outcome is null and g.company_id = b.company_id and g.case_id = b.id and c.on_day >= b.reported_on
        and (b.dispute_notified_on is null or c.on_day > b.dispute_notified_on or c.id > b.dispute_notified_id)
    ) q on true
    order by b.id desc`.execute(tx)
  return rows
}

/** What was paid of the invoices of an open case `b`, the first day first. */
const PAID = sql`
  select coalesce(json_agg(json_build_object('invoice_id', j.invoice_id, 'on_day', j.on_day, 'amount', j.amount) order by j.on_day), '[]') as paid
  from (${reductionsSince({ client: sql`b.client_id`, since: sql`b.id` })}) j
  where b.outcome is null
    and j.invoice_id in (select invoice_id from bureau_case_invoices where company_id = b.company_id and case_id = b.id)`

const CLAIMED_BEFORE = sql`(
  select coalesce(sum(d.amount - d.noted_amount), 0) from disputes d
  where d.company_id = g.company_id and d.invoice_id = g.invoice_id and d.resolved_at is null and ${dayInBogota(sql`d.opened_at`)} < b.reported_on)`

/** The instant in a UUID version 7. */
const instantOf = (id: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`

const isGranted = (purpose: 'credit_bureau' | 'contact_email'): RawBuilder<boolean> => sql<boolean>`coalesce((
  select s.is_granted from consents s where s.company_id = b.company_id and s.client_id = b.client_id and s.purpose = ${purpose}
  order by s.id desc limit 1
), false)`

/** How many cases ended with each outcome. */
export async function countClosed(tx: Tx, q: string | undefined): Promise<Map<BureauOutcome, number>> {
  const { rows } = await sql<{ outcome: BureauOutcome; count: number }>`
    select b.outcome, count(*)::int as count from bureau_cases b where ${conditions({ q })} and b.outcome is not null group by b.outcome`.execute(
    tx,
  )
  return new Map(rows.map(({ outcome, count }) => [outcome, count]))
}

/** The client of a user; undefined when the user is none. */
export const getClientOf = (tx: Tx, userId: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst()

/** The invoices that no new case may have: those of an open case, and those that a person left out. */
export async function listTakenInvoices(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ invoice_id: string }>`
    select g.invoice_id from bureau_cases b
    join bureau_case_invoices g on g.company_id = b.company_id and g.case_id = b.id
    where b.company_id = (select current_company()) and (b.outcome is null or b.outcome = 'left_out')`.execute(tx)
  return new Set(rows.map(({ invoice_id }) => invoice_id))
}

/** The clients with an open case that is not reported. */
export async function listClientsInQueue(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('bureau_cases')
    .select('client_id')
    .where('outcome', 'is', null)
    .where('reported_on', 'is', null)
    .execute()
  return new Set(rows.map(({ client_id }) => client_id))
}

/** Marks a day of the queue as worked. False when it was. */
export async function takeDay(tx: Tx, on_day: Day): Promise<boolean> {
  const taken = await tx
    .insertInto('bureau_days')
    .values({ on_day })
    .onConflict((on) => on.doNothing())
    .returning('on_day')
    .executeTakeFirst()
  return taken !== undefined
}

/** Begins a case of a client with invoices that are overdue. */
export async function insertCase(
  tx: Tx,
  { id, client_id, invoices }: { id: string; client_id: string; invoices: readonly string[] },
  opened_on: Day,
): Promise<void> {
  await tx.insertInto('bureau_cases').values({ id, client_id, opened_on }).execute()
  await tx
    .insertInto('bureau_case_invoices')
    .values(invoices.map((invoice_id) => ({ case_id: id, invoice_id })))
    .execute()
}

/** Writes what a bureau has of each invoice of a case. */
export async function setReported(
  tx: Tx,
  caseId: string,
  invoices: readonly { id: string; debt: Money }[],
): Promise<void> {
  for (const { id, debt } of invoices)
    await tx
      .updateTable('bureau_case_invoices')
      .set({ reported: debt })
      .where('case_id', '=', caseId)
      .where('invoice_id', '=', id)
      .execute()
}

/** Whether an invoice of a case is in another open case: its payment was reversed after the case was closed. */
export async function isInOtherCase(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ is_in_other: boolean }>`
    select exists (
      select from bureau_case_invoices g
      join bureau_case_invoices o on o.company_id = g.company_id and o.invoice_id = g.invoice_id and o.case_id <> g.case_id
      join bureau_cases b on b.company_id = o.company_id and b.id = o.case_id and b.outcome is null
      where g.company_id = (select current_company()) and g.case_id = ${caseId}
    ) as is_in_other`.execute(tx)
  return rows[0]?.is_in_other === true
}

/** Ends a case. `reason`: only of one that is left out. */
export async function closeCase(
  tx: Tx,
  id: string,
  end: { outcome: BureauOutcome; closed_on: Day; closed_by: string; reason?: string },
): Promise<void> {
  await tx.updateTable('bureau_cases').set(end).where('id', '=', id).where('outcome', 'is', null).execute()
}

/** The text and the result of a notice; undefined when it is absent or another company's. */
export async function getNotice(tx: Tx, id: string) {
  const { rows } = await sql<{
    message_id: string | null
    guide: string | null
    to: string | null
    subject: string
    text: string
    sent_at: Date | null
    problem: string | null
  }>`
    select l.message_id, l.paper_guide as guide, coalesce(m.to_email, 'carta') as to, coalesce(m.subject, 'Carta antes de un reporte') as subject,
      coalesce(m.text_body, l.paper_text) as text, coalesce(m.sent_at, ${instantInBogota(sql`l.paper_on + time '12:00'`)}) as sent_at,
      m.problem
    from bureau_notices l
    left join lateral (
      select to_email, subject, text_body, sent_at, problem from messages where company_id = l.company_id and id = l.message_id offset 0
    ) m on true
    where l.company_id = (select current_company()) and l.id = ${id}`.execute(tx)
  return rows[0]
}

/** The case of a notice that waits to be sent. */
export async function getCaseOfMessage(
  tx: Tx,
  messageId: string,
): Promise<{ case_id: string; debt: Money } | undefined> {
  return await tx
    .selectFrom('bureau_notices')
    .select(['case_id', 'debt'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}
