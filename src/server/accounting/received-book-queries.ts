import { type RawBuilder, sql } from 'kysely'
import type { ReceivedKind, ReceivedRow, ReceivedTotals } from '#domain/accounting/received-book.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { PaymentMethod } from '#domain/payments/payment.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

type Filter = { from: Day; to: Day; method?: PaymentMethod | undefined; kind?: ReceivedKind | undefined }

/** The keys of the payments, reversals and refunds of some days. `client_id` and `amount` are looked up for a page. */
function keysOf({ from, to, method, kind }: Filter): RawBuilder<unknown> {
  const days = sql`between ${from}::date and ${to}::date`
  const by = (alias: 'p' | 'f') => (method === undefined ? sql`` : sql`and ${sql.id(alias, 'method')} = ${method}`)
  const parts: Readonly<Record<ReceivedKind, RawBuilder<unknown>>> = {
    payment: sql`
      select p.id, 'payment' as kind, p.paid_on as on_day from payments p
      where p.company_id = (select current_company()) and p.paid_on ${days} ${by('p')}`,
    reversal: sql`
      select r.payment_id, 'reversal', r.reversed_on from payment_reversals r
      ${
        method === undefined
          ? sql``
          : sql`cross join lateral (select method from payments p where p.company_id = r.company_id and p.id = r.payment_id offset 0) p`
      }
      where r.company_id = (select current_company()) and r.reversed_on ${days} ${by('p')}`,
    refund: sql`
      select f.id, 'refund', f.paid_on from credit_refunds f
      where f.company_id = (select current_company()) and f.paid_on ${days} ${by('f')}`,
  }
  return kind === undefined ? sql`${parts.payment} union all ${parts.reversal} union all ${parts.refund}` : parts[kind]
}

type StoredRow = Omit<ReceivedRow, 'client'> & { client_name: string; identification: string }

/** A page of the book, by day. */
export async function listReceived(tx: Tx, filter: Filter, range: RowRange): Promise<ReceivedRow[]> {
  const { rows } = await sql<StoredRow>`${REPLAN_EACH_TIME}
    select page.id || ' ' || page.kind as id, page.kind, d.number, page.on_day as on, d.method, k.name as client_name, k.identification,
      d.amount, d.withheld
    from (select * from (${keysOf(filter)}) key (id, kind, on_day) order by key.on_day, key.id, key.kind ${pageOf(range)}) page
    cross join lateral (
      select p.number, p.method, p.client_id, p.amount::bigint as amount, (p.retefuente + p.reteiva + p.reteica)::bigint as withheld
      from payments p where page.kind = 'payment' and p.company_id = (select current_company()) and p.id = page.id
      union all
      select r.number, p.method, p.client_id, -p.amount::bigint, -(p.retefuente + p.reteiva + p.reteica)::bigint
      from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id
      where page.kind = 'reversal' and r.company_id = (select current_company()) and r.payment_id = page.id
      union all
      select f.number, f.method, f.client_id, -f.amount::bigint, 0::bigint
      from credit_refunds f where page.kind = 'refund' and f.company_id = (select current_company()) and f.id = page.id
    ) d
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = d.client_id offset 0
    ) k
    order by page.on_day, page.id, page.kind`.execute(tx)
  return rows.map(({ client_name, identification, ...row }) => ({
    ...row,
    client: { name: client_name, identification },
  }))
}

export async function countReceived(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${keysOf(filter)}) key`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The sums of the book, from the totals that the database keeps. */
export async function totalReceived(tx: Tx, { from, to, method, kind }: Filter): Promise<ReceivedTotals> {
  const { rows } = await sql<{ amount: Money; withheld: Money }>`
    select coalesce(sum(case source when 'payment' then amount else -amount end), 0)::bigint as amount,
      coalesce(sum(case source when 'payment' then withheld else -withheld end), 0)::bigint as withheld
    from received_totals where company_id = (select current_company()) and day between ${from}::date and ${to}::date
      ${method === undefined ? sql`` : sql`and method = ${method}`} ${kind === undefined ? sql`` : sql`and source = ${kind}`}`.execute(
    tx,
  )
  return rows[0] ?? { amount: ZERO, withheld: ZERO }
}
