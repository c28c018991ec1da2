import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, sum, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { PAYMENT_SORTS } from '#domain/payments/manual-api.ts'
import {
  type NewManualPayment,
  type Payment,
  type PaymentMethod,
  type WithholdingCertificate,
  withheldOf,
} from '#domain/payments/payment.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import type { PaymentsMethod } from '#server/db/types.ts'
import { type ClientCredit, readCredits } from '#server/ledger/credit.ts'
import { listAppliedAmounts } from '#server/ledger/movements.ts'
import { assertNumbered, takeNumberSql } from '#server/ledger/numbers.ts'

type PaymentSort = (typeof PAYMENT_SORTS)[number]

export type PaymentFilter = {
  client_id?: string | undefined
  method?: PaymentMethod | undefined
  account_id?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  q?: string | undefined
  /** Payments with withholdings and without their certificate. */
  certificate?: 'missing' | undefined
  withheld?: 'true' | undefined
  /** The first and the last day of the reversal. */
  reversed_from?: Day | undefined
  reversed_to?: Day | undefined
  sort?: Sort<PaymentSort> | undefined
}

type PaymentRow = Omit<
  Payment,
  | 'client'
  | 'account'
  | 'turn'
  | 'retentions'
  | 'certificate'
  | 'applied'
  | 'rounding'
  | 'credit'
  | 'credit_uses'
  | 'reversed'
  | 'created_at'
  | 'method'
> & {
  method: PaymentsMethod
  client_name: string
  account_id: string | null
  account_name: string | null
  turn_id: string | null
  turn_number: number | null
  identification: string
  retefuente: Money
  reteiva: Money
  reteica: Money
  created_at: Date
  reason: string | null
  reversed_at: Date | null
  reversed_on: Day | null
  reversal_number: number | null
  certificate_number: string | null
  certified_on: Day | null
}

const COLUMNS = sql`p.id, p.number, p.client_id, k.name as client_name, k.identification, p.amount, p.retefuente, p.reteiva, p.reteica, p.method,
  p.paid_on, coalesce(p.posted_on, p.paid_on) as posted_on, p.reference, p.keeps_advance, p.account_id, a.name as account_name,
  p.registered_by, p.turn_id, t.number as turn_number, p.created_at, r.reason, r.created_at as reversed_at, r.reversed_on, r.number as reversal_number, w.number as certificate_number, w.issued_on as certified_on`

/** The client, the account and the reversal, looked up by key for each payment: `offset 0` prevents the planner from joining whole tables. */
const JOINS = sql`
  cross join lateral (select * from clients k where k.company_id = p.company_id and k.id = p.client_id offset 0) k
  left join lateral (select * from money_accounts a where a.company_id = p.company_id and a.id = p.account_id offset 0) a on true
  left join lateral (select number from cash_turns t where t.company_id = p.company_id and t.id = p.turn_id offset 0) t on true
  left join lateral (select * from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id offset 0) r on true
  left join lateral (select * from withholding_certificates w where w.company_id = p.company_id and w.payment_id = p.id offset 0) w on true`

/** The columns of each order, as in the indexes. */
const SORTS: SortColumns<PaymentSort | 'newest'> = {
  number: ['p.number'],
  paid_on: ['p.paid_on', 'p.id'],
  newest: ['p.id'],
}

/** The payments that match. Those of some clients are read before they are sorted (`offset 0`), not through the index of the order. */
function matching(filter: PaymentFilter): RawBuilder<unknown> {
  const { sort, client_id, q } = filter
  return sort !== undefined && (client_id !== undefined || q !== undefined)
    ? sql`(select * from payments p where ${conditions(filter)} offset 0) p`
    : sql`payments p where ${conditions(filter)}`
}

function conditions(filter: PaymentFilter) {
  const parts = [sql`p.company_id = (select current_company())`]
  if (filter.client_id !== undefined) parts.push(sql`p.client_id = ${filter.client_id}`)
  if (filter.method !== undefined) parts.push(sql`p.method = ${filter.method}`)
  if (filter.account_id === 'none') parts.push(sql`p.account_id is null`)
  else if (filter.account_id !== undefined) parts.push(sql`p.account_id = ${filter.account_id}`)
  if (filter.from !== undefined) parts.push(sql`p.paid_on >= ${filter.from}`)
  if (filter.to !== undefined) parts.push(sql`p.paid_on <= ${filter.to}`)
  if (filter.certificate !== undefined) parts.push(WITHOUT_CERTIFICATE)
  if (filter.withheld !== undefined) parts.push(WITHHELD)
  const reversed = reversedBetween(filter)
  if (reversed !== null) parts.push(reversed)
  if (filter.q !== undefined && filter.q.trim() !== '') {
    parts.push(
      sql`(p.client_id in (select client_id from search_clients(${filter.q})) or p.reference = ${filter.q.trim()})`,
    )
  }
  return sql.join(parts, sql` and `)
}

/** The payments that were reversed in a range of days. Null without days. */
function reversedBetween({ reversed_from, reversed_to }: PaymentFilter) {
  if (reversed_from === undefined && reversed_to === undefined) return null
  return sql`p.id in (
    select r.payment_id from payment_reversals r where r.company_id = (select current_company())
      and r.reversed_on >= ${reversed_from ?? '-infinity'}::date and r.reversed_on <= ${reversed_to ?? 'infinity'}::date
  )`
}

const WITHHELD = sql`p.retefuente + p.reteiva + p.reteica > 0`
const WITHOUT_CERTIFICATE = sql`${WITHHELD}
  and not exists (select from withholding_certificates w where w.company_id = p.company_id and w.payment_id = p.id)
  and not exists (select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id)`

/** The newest first, unless `sort` says otherwise. */
export async function listPayments(tx: Tx, filter: PaymentFilter, range: RowRange): Promise<Payment[]> {
  const order = orderBy(SORTS, filter.sort ?? '-newest')
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS}
    from (select p.* from ${matching(filter)} order by ${order} ${pageOf(range)}) p ${JOINS}
    order by ${order}`.execute(tx)
  return addAppliedAmounts(tx, rows)
}

export async function countPayments(tx: Tx, filter: PaymentFilter): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from payments p where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The received amount by method, also of payments that were reversed later. */
export async function totalPayments(
  tx: Tx,
  filter: PaymentFilter,
): Promise<{ method: PaymentMethod; count: number; amount: Money }[]> {
  const { rows } = await sql<{ method: PaymentMethod; count: number; amount: Money }>`
    select p.method, count(*)::int as count, sum(p.amount)::bigint as amount from payments p
    where ${conditions(filter)} group by p.method order by p.method`.execute(tx)
  return rows
}

type CountedAmount = { count: number; amount: Money }

/** The payments that were reversed, with the filters of the payments and by the day of the reversal: they are collected no more. */
export async function totalReversals(tx: Tx, { from, to, ...filter }: PaymentFilter): Promise<CountedAmount> {
  const parts = [sql`r.company_id = (select current_company())`, conditions(filter)]
  if (from !== undefined) parts.push(sql`r.reversed_on >= ${from}`)
  if (to !== undefined) parts.push(sql`r.reversed_on <= ${to}`)
  const { rows } = await sql<CountedAmount>`
    select count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount
    from payment_reversals r
    cross join lateral (select * from payments p where p.company_id = r.company_id and p.id = r.payment_id offset 0) p
    where ${sql.join(parts, sql` and `)}`.execute(tx)
  return rows[0] ?? { count: 0, amount: ZERO }
}

/** The credit in favour that was returned to clients, with the filters of the payments: it is collected no more. */
export async function totalRefunds(tx: Tx, filter: PaymentFilter): Promise<CountedAmount> {
  // A refund has no withholdings and no reversal.
  const { certificate, withheld, reversed_from, reversed_to } = filter
  if ([certificate, withheld, reversed_from, reversed_to].some((value) => value !== undefined))
    return { count: 0, amount: ZERO }
  const { rows } = await sql<CountedAmount>`
    select count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount from credit_refunds p where ${conditions(filter)}`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, amount: ZERO }
}

/** `userId`: only a payment of the client of that user. */
export async function getPayment(tx: Tx, id: string, userId: string | null = null): Promise<Payment | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from payments p ${JOINS} where p.company_id = (select current_company()) and p.id = ${id}
      and (${userId}::uuid is null or k.user_id = ${userId}::uuid)`.execute(tx)
  return (await addAppliedAmounts(tx, rows))[0]
}

/** Adds what each payment paid, rounded off and left as credit in favour, and what used that credit, from the journal. */
async function addAppliedAmounts(tx: Tx, rows: readonly PaymentRow[]): Promise<Payment[]> {
  if (rows.length === 0) return []
  const parts = await listAppliedAmounts(
    tx,
    rows.map((row) => row.id),
  )
  const creditors = new Set(parts.flatMap((part) => (part.invoice_id === null ? part.payment_id : [])))
  const credits = await readCredits(
    tx,
    rows.flatMap((row) => (creditors.has(row.id) ? row.client_id : [])),
  )
  return rows.map(
    ({
      client_name,
      account_id,
      account_name,
      turn_id,
      turn_number,
      identification,
      retefuente,
      reteiva,
      reteica,
      reason,
      reversed_at,
      reversed_on,
      reversal_number,
      created_at,
      certificate_number,
      certified_on,
      ...row
    }) => {
      const ownParts = parts.filter((part) => part.payment_id === row.id)
      return {
        ...row,
        client: { name: client_name, identification },
        account: account_id === null || account_name === null ? null : { id: account_id, name: account_name },
        turn: turn_id === null || turn_number === null ? null : { id: turn_id, number: turn_number },
        retentions: { retefuente, reteiva, reteica },
        certificate: certificate_number === null ? null : { number: certificate_number, issued_on: certified_on },
        applied: ownParts.flatMap(({ invoice_id, prefix, sequence, no_contract, amount }) =>
          invoice_id === null || amount === 0
            ? []
            : [{ invoice_id, number: invoiceNumber(prefix, sequence), no_contract, amount }],
        ),
        rounding: sum(ownParts.map((part) => part.rounding)),
        credit: ownParts.find((part) => part.invoice_id === null)?.amount ?? money(0),
        credit_uses: usesOf(credits.get(row.client_id), row.id),
        reversed:
          reason === null || reversed_at === null || reversed_on === null || reversal_number === null
            ? null
            : { number: reversal_number, on: reversed_on, reason, at: reversed_at.toISOString() },
        created_at: created_at.toISOString(),
      }
    },
  )
}

/** What used the credit in favour that a payment left, each invoice once. */
function usesOf(credit: ClientCredit | undefined, paymentId: string): Payment['credit_uses'] {
  const uses = credit?.lots.find(({ key }) => key === paymentId)?.uses ?? []
  return [...Map.groupBy(uses, ({ key }) => key)].map(([key, own]) => {
    const document = credit?.documentOf(key)
    const amount = sum(own.map((part) => part.amount))
    return { invoice_id: document?.isInvoice ? key : null, document: document?.name ?? '', amount }
  })
}

type NewPayment = Pick<
  NewManualPayment,
  'client_id' | 'amount' | 'paid_on' | 'reference' | 'retentions' | 'keeps_advance'
> & {
  method: PaymentMethod
  attempt_id?: string
  posted_on?: Day
  account_id: string | null
  turn_id?: string | null
}

/**
 * Takes the next receipt number, writes the payment with it, in one statement, and returns the number. The series stays locked until
 * the end of the transaction and every other payment of the company waits for it: call this as one of the last steps of a
 * transaction. Throws a Refusal 'conflict' at the end of the range of numbers.
 */
export async function insertPayment(tx: Tx, id: string, payment: NewPayment): Promise<number> {
  const withheld = { retefuente: 0, reteiva: 0, reteica: 0, ...Object.fromEntries(withheldOf(payment)) }
  const { rows } = await sql<{ number: number }>`
    with taken as (${takeNumberSql('receipt', 'RC')})
    insert into payments (id, number, client_id, amount, retefuente, reteiva, reteica, method, paid_on, posted_on, reference,
      keeps_advance, attempt_id, account_id, turn_id, registered_by)
    select ${id}::uuid, taken.last, ${payment.client_id}::uuid, ${payment.amount}::bigint, ${withheld.retefuente}::bigint,
      ${withheld.reteiva}::bigint, ${withheld.reteica}::bigint, ${payment.method}, ${payment.paid_on}::date,
      nullif(${payment.posted_on ?? payment.paid_on}::date, ${payment.paid_on}::date), ${payment.reference ?? null},
      ${payment.keeps_advance ?? false}::boolean, ${payment.attempt_id ?? null}::uuid, ${payment.account_id}::uuid, ${payment.turn_id ?? null}::uuid,
      ${tx.scope.actorName}
    from taken returning number`.execute(tx)
  return assertNumbered(rows[0]?.number)
}

/** Writes the certificate of the withholdings of a payment, in place of an earlier one. */
export const setCertificate = (tx: Tx, paymentId: string, { number, issued_on }: WithholdingCertificate) =>
  tx
    .insertInto('withholding_certificates')
    .values({ payment_id: paymentId, number, issued_on: issued_on ?? null })
    .onConflict((on) => on.columns(['company_id', 'payment_id']).doUpdateSet({ number, issued_on: issued_on ?? null }))
    .execute()

/** Whether a payment is reversed. The account of its client must be locked. */
export async function isReversed(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_reversals')
    .select('payment_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes the next number of a reversal and writes it, in one statement. The series stays locked until the end of the transaction: call
 * this last. Throws a Refusal 'conflict' at the end of the range of numbers.
 */
export async function insertReversal(
  tx: Tx,
  reversal: { payment_id: string; reason: string; reversed_on: Day; turn_id: string | null; left_box: boolean },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with taken as (${takeNumberSql('reversal', 'RV')})
    insert into payment_reversals (number, payment_id, reason, reversed_on, turn_id, left_box, registered_by)
    select taken.last, ${reversal.payment_id}::uuid, ${reversal.reason}, ${reversal.reversed_on}::date, ${reversal.turn_id}::uuid,
      ${reversal.left_box}::boolean, ${tx.scope.actorName}
    from taken returning number`.execute(tx)
  return assertNumbered(rows[0]?.number)
}
