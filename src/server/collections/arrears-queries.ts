import { type RawBuilder, sql } from 'kysely'
import type { OverdueInvoice } from '#domain/collections/decision.ts'
import type { Day } from '#domain/core/days.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { dayStart } from '#server/db/days.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { OVERDUE_SINCE, overdueBesideAgreement } from '#server/ledger/overdue.ts'

/** An overdue invoice with its contract. */
export type OverdueRow = Omit<OverdueInvoice, 'is_agreed' | 'sent_on'> & {
  id: string
  contract_id: string
  client_id: string
  sent_at: Date | null
}

// Each row is looked up by key (`offset 0`), whatever the statistics: the first table is the company's open invoices or a list of keys.

/**
 * The invoices whose last day to pay is before a day, of the company or of some clients. An invoice without a contract cuts no service.
 * Only an invoice of a period of a client that had an e-mail when it was issued must have been sent: the others are delivered on paper. An
 * older invoice does not say it: then the e-mail of today counts.
 */
export async function listOverdueInvoices(tx: Tx, on: Day, clients?: readonly string[]): Promise<OverdueRow[]> {
  const ofClients = clients === undefined ? sql`` : sql`and client_id = any (${uuidArray(clients)}::uuid[])`
  const { rows } = await sql<OverdueRow>`${REPLAN_EACH_TIME}
    select i.id, i.contract_id, i.client_id, i.overdue, i.disputed_amount as disputed, i.since, i.due_on,
      (i.kind = 'period' and coalesce(i.by_email, k.email is not null)) as must_be_sent, m.sent_at
    from (
      select id, company_id, contract_id, client_id, disputed_amount, due_on, kind, (snapshot ->> 'by_email')::boolean as by_email, ${overdueBesideAgreement(on)}::bigint as overdue,
        ${OVERDUE_SINCE} as since
      from invoices where company_id = (select current_company()) and balance > 0 and last_payable_on < ${on}::date ${ofClients}
        and contract_id is not null
    ) i
    cross join lateral (select email from clients where company_id = i.company_id and id = i.client_id offset 0) k
    left join lateral (
      select min(sent_at) as sent_at from messages
      where company_id = i.company_id and invoice_id = i.id and kind = 'invoice' and status = 'sent' and i.kind = 'period'
    ) m on true`.execute(tx)
  return rows
}

/** A contract in service with all that decides about it beside its invoices and credit. */
export type ContractFacts = {
  id: string
  no_contract: string
  client_id: string
  client_name: string
  identification: string
  email: string | null
  phone: string | null
  city: string
  plan: string
  has_pending_payment: boolean
  promise_until: Day | null
  notice_given_on: Day | null
  notice_delivered_at: Date | null
  notice_failed: boolean
  authorises: boolean
  /** It authorises messages by telephone, and has a mobile. */
  authorises_phone: boolean
  /** WhatsApp did not reach its mobile in the last days. */
  is_unreachable: boolean
}

/**
 * The facts of contracts in service on a day; the others are absent. The client is the holder of that day, also of a cession that is
 * accepted and whose day has not come: what an earlier holder owes cuts no other client (R2.12).
 */
export async function listContractFacts(tx: Tx, ids: readonly string[], on: Day): Promise<ContractFacts[]> {
  const { rows } = await sql<ContractFacts>`${REPLAN_EACH_TIME}
    select c.id, c.no_contract, c.holder_id as client_id, k.name as client_name, k.identification, k.email, k.phone, c.city, p.name as plan,
      ${hasPendingPayment(sql`c.holder_id`, on)} as has_pending_payment,
      (select until_on from payment_promises r where r.company_id = c.company_id and r.contract_id = c.id and r.client_id = c.holder_id
        and r.outcome is null limit 1) as promise_until,
      n.given_on as notice_given_on, n.delivered_at as notice_delivered_at, coalesce(n.is_failed, false) as notice_failed,
      coalesce((
        select s.is_granted from consents s where s.company_id = c.company_id and s.client_id = c.holder_id
          and s.purpose = 'contact_email' order by s.id desc limit 1
      ), false) as authorises,
      k.phone is not null and coalesce((
        select s.is_granted from consents s where s.company_id = c.company_id and s.client_id = c.holder_id
          and s.purpose = 'contact_phone' order by s.id desc limit 1
      ), false) as authorises_phone,
      exists (
        select from whatsapp_unreachable x where x.company_id = c.company_id and x.phone = k.phone and x.since > ${on}::date - 30
      ) as is_unreachable
    from unnest(${uuidArray(ids)}::uuid[]) key (id)
    cross join lateral (
      select *, coalesce((
        select n.to_client_id from contract_cessions n where n.company_id = contracts.company_id and n.contract_id = contracts.id
          and n.decision = 'accepted' and n.applied_at is null and n.effective_on <= ${on}::date limit 1
      ), client_id) as holder_id
      from contracts where company_id = (select current_company()) and id = key.id offset 0
    ) c
    cross join lateral (select * from clients where company_id = c.company_id and id = c.holder_id offset 0) k
    cross join lateral (select name from plans where company_id = c.company_id and id = c.plan_id offset 0) p
    left join lateral (
      select g.given_on, case when g.message_id is null then ${dayStart(sql`g.given_on`)}
          when m.channel = 'whatsapp' then m.delivered_at else m.sent_at end as delivered_at,
        m.status in ('failed', 'dropped') as is_failed
      from collection_notices g
      left join lateral (
        select sent_at, status, channel, delivered_at from messages where company_id = g.company_id and id = g.message_id offset 0
      ) m on true
      where g.company_id = c.company_id and g.contract_id = c.id and g.used_at is null
      order by g.id desc limit 1
    ) n on true
    where ${isInServiceOn(on)}`.execute(tx)
  return rows
}

/**
 * Whether a contract `c` is in service on a day, as its status will be then: a pause that is planned begins on its day, and one that is in
 * force ends. A service that is cut stays cut. `offset 0`: the intervals of each contract are looked up, however many services are cut.
 */
const isInServiceOn = (on: Day): RawBuilder<boolean> => sql<boolean>`
  (c.active_to is null or c.active_to >= ${on}::date)
  and (c.status = 'active' or (c.status = 'suspended' and exists (
    select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id and s.kind = 'voluntary'
      and s.to_on < ${on}::date offset 0
  )))
  and not exists (
    select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id
      and s.from_on <= ${on}::date and (s.to_on is null or s.to_on >= ${on}::date) offset 0
  )`

/**
 * Whether an online payment of a client, a uuid expression, keeps its services from a cut on a day: one whose result is not known yet. A
 * slip, which may never be paid, does on the day on which it was asked for and on the next one.
 */
export const hasPendingPayment = (client: RawBuilder<unknown>, on: Day): RawBuilder<boolean> => sql<boolean>`exists (
  select from payment_attempts a where a.company_id = (select current_company()) and a.client_id = ${client}
    and a.status in ('created', 'submitted', 'pending', 'unknown')
    and (a.method <> ${SLIP_METHOD} or a.created_at >= ${dayStart(sql`${on}::date - 1`)})
    and case when a.is_by_link then ${isFirstByLink(on)} else ${countLeft(on)} < ${LEFT_MAX} end
)`

/** The payments of other days that a client with a session may have left unfinished and still keep its service with another one. */
const LEFT_MAX = 3

/**
 * Whether a payment that was begun with the link of an invoice, without a session, keeps a service from the cut: for a day, and once in
 * thirty days when its payer left it open, or in seven when the bank refused it. The user of a link may begin one each day.
 */
const isFirstByLink = (on: Day): RawBuilder<boolean> => sql<boolean>`(
  a.created_at >= ${dayStart(sql`${on}::date - 1`)} and ${countLeft(on)} = 0)`

/** The earlier payments of the same kind as an attempt `a` that were not made: of thirty days, or of seven when the bank refused them. */
const countLeft = (on: Day): RawBuilder<number> => sql<number>`(
  select count(*) from payment_attempts f where f.company_id = a.company_id and f.client_id = a.client_id and f.is_by_link = a.is_by_link
    and f.status <> 'approved' and f.created_at < a.created_at - interval '1 day'
    and f.created_at >= ${dayStart(sql`${on}::date - case when f.status in ('declined', 'error') then 7 else 30 end`)})`

/** The status of the company of the transaction. */
export async function isCompanyActive(tx: Tx): Promise<boolean> {
  const { status } = await tx
    .selectFrom('companies')
    .select('status')
    .where('id', '=', tx.scope.companyId)
    .executeTakeFirstOrThrow()
  return status === 'active'
}
