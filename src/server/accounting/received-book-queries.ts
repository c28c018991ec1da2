import { type RawBuilder, sql } from 'kysely'
import type { ReceivedDay, ReceivedKind, ReceivedRow, ReceivedTotals } from '#domain/accounting/received-book.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { PaymentMethod } from '#domain/payments/payment.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

type Filter = {
  from: Day
  to: Day
  by: ReceivedDay
  method?: PaymentMethod | undefined
  kind?: ReceivedKind | undefined
}

const ofMethod = (alias: 'p' | 'f', method: PaymentMethod | undefined) =>
  method === undefined ? sql`` : sql`and ${sql.id(alias, 'method')} = ${method}`

/** The payments of some days. Few are posted on another day than their own: by the day of the entries these are read apart. */
function paymentKeys({ from, to, by, method }: Filter): RawBuilder<unknown> {
  const days = sql`between ${from}::date and ${to}::date`
  const own = sql`select p.id, 'payment' as kind, p.paid_on as on_day from payments p
    where p.company_id = (select current_company()) and p.paid_on ${days} ${ofMethod('p', method)}`
  if (by === 'made') return own
  return sql`${own} and p.posted_on is null
    union all
    select p.id, 'payment', p.posted_on from payments p
    where p.company_id = (select current_company()) and p.posted_on ${days} ${ofMethod('p', method)}`
}

/** The keys of the payments, reversals and refunds of some days. `client_id` and `amount` are looked up for a page. */
function keysOf(filter: Filter): RawBuilder<unknown> {
  const { from, to, method, kind } = filter
  const days = sql`between ${from}::date and ${to}::date`
  const parts: Readonly<Record<ReceivedKind, RawBuilder<unknown>>> = {
    payment: paymentKeys(filter),
    reversal: sql`
      select r.payment_id, 'reversal', r.reversed_on from payment_reversals r
      ${
        method === undefined
          ? sql``
          : sql`cross join lateral (select method from payments p where p.company_id = r.company_id and p.id = r.payment_id offset 0) p`
      }
      where r.company_id = (select current_company()) and r.reversed_on ${days} ${ofMethod('p', method)}`,
    refund: sql`
      select f.id, 'refund', f.paid_on from credit_refunds f
      where f.company_id = (select current_company()) and f.paid_on ${days} ${ofMethod('f', method)}`,
  }
  return kind === undefined ? sql`${parts.payment} union all ${parts.reversal} union all ${parts.refund}` : parts[kind]
}

type StoredRow = Omit<ReceivedRow, 'client' | 'receipt' | 'invoices'> & {
  receipt_id: string | null
  receipt_number: number | null
  invoices: { id: string; prefix: string; number: number }[]
  client_id: string
  client_name: string
  identification: string
}

/** A page of the book, by day. */
export async function listReceived(tx: Tx, filter: Filter, range: RowRange): Promise<ReceivedRow[]> {
  const { rows } = await sql<StoredRow>`${REPLAN_EACH_TIME}
    select page.id || ' ' || page.kind as id, page.kind, d.number, d.made_on, d.posted_on, d.method, d.receipt_id, d.receipt_number, v.invoices,
      d.client_id, k.name as client_name, k.identification, d.amount, d.withheld
    from (select * from (${keysOf(filter)}) key (id, kind, on_day) order by key.on_day, key.id, key.kind ${pageOf(range)}) page
    cross join lateral (
      select p.number, p.paid_on as made_on, coalesce(p.posted_on, p.paid_on) as posted_on, p.method, p.id as receipt_id, p.number as receipt_number, p.client_id,
        p.amount::bigint as amount, (p.retefuente + p.reteiva + p.reteica)::bigint as withheld
      from payments p where page.kind = 'payment' and p.company_id = (select current_company()) and p.id = page.id
      union all
      select r.number, r.reversed_on, r.reversed_on, p.method, p.id, p.number, p.client_id, -p.amount::bigint, -(p.retefuente + p.reteiva + p.reteica)::bigint
      from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id
      where page.kind = 'reversal' and r.company_id = (select current_company()) and r.payment_id = page.id
      union all
      select f.number, f.paid_on, f.paid_on, f.method, null, null, f.client_id, -f.amount::bigint, 0::bigint
      from credit_refunds f where page.kind = 'refund' and f.company_id = (select current_company()) and f.id = page.id
    ) d
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', i.id, 'prefix', i.prefix, 'number', i.number) order by i.number), '[]') as invoices
      from (
        select distinct m.invoice_id from client_movements m
        where m.company_id = (select current_company()) and m.payment_id = d.receipt_id and m.receivable < 0
      ) paid
      cross join lateral (select id, prefix, number from invoices i where i.company_id = (select current_company()) and i.id = paid.invoice_id offset 0) i
    ) v
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = d.client_id offset 0
    ) k
    order by page.on_day, page.id, page.kind`.execute(tx)
  return rows.map(({ client_id, client_name, identification, receipt_id, receipt_number, invoices, ...row }) => ({
    ...row,
    receipt: receipt_id === null || receipt_number === null ? null : { id: receipt_id, number: receipt_number },
    invoices: invoices.map(({ id, prefix, number }) => ({ id, number: invoiceNumber(prefix, number) })),
    client: { id: client_id, name: client_name, identification },
  }))
}

export async function countReceived(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${keysOf(filter)}) key`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What the payments that are posted on another day than their own move between the days of the totals. */
function movedByPosting({ from, to, by, method, kind }: Filter): RawBuilder<unknown> {
  if (by === 'made' || (kind !== undefined && kind !== 'payment')) return sql``
  const days = sql`between ${from}::date and ${to}::date`
  const late = (sign: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`
    union all select ${sign} p.amount, ${sign} (p.retefuente + p.reteiva + p.reteica) from payments p
    where p.company_id = (select current_company()) and p.posted_on is not null and ${day} ${days} ${ofMethod('p', method)}`
  return sql`${late(sql`+`, sql`p.posted_on`)} ${late(sql`-`, sql`p.paid_on`)}`
}

/** The sums of the book, from the totals that the database keeps by the day of the money. */
export async function totalReceived(tx: Tx, filter: Filter): Promise<ReceivedTotals> {
  const { from, to, method, kind } = filter
  const { rows } = await sql<{ amount: Money; withheld: Money }>`
    select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(withheld), 0)::bigint as withheld from (
      select case source when 'payment' then amount else -amount end as amount, case source when 'payment' then withheld else -withheld end as withheld
      from received_totals where company_id = (select current_company()) and day between ${from}::date and ${to}::date
        ${method === undefined ? sql`` : sql`and method = ${method}`} ${kind === undefined ? sql`` : sql`and source = ${kind}`}
      ${movedByPosting(filter)}
    ) moves`.execute(tx)
  return rows[0] ?? { amount: ZERO, withheld: ZERO }
}
