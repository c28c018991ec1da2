import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus, ZERO } from '#domain/core/money.ts'
import type { Dispute, DisputeRow, DisputeState } from '#domain/invoices/dispute.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'

type StoredDispute = Omit<Dispute, 'opened_at' | 'resolved_at' | 'payable_until'> & {
  opened_at: Date
  resolved_at: Date | null
  last_payable_on: Day
}

/** What of the dispute `d` is not collected: the disputes before it have theirs first (heldParts of the domain). */
const HELD = sql`(case when d.resolved_at is not null then 0 else greatest(0, least(d.amount - d.noted_amount,
  (select v.disputed_amount from invoices v where v.company_id = d.company_id and v.id = d.invoice_id) - coalesce((
    select sum(e.amount - e.noted_amount) from disputes e
    where e.company_id = d.company_id and e.invoice_id = d.invoice_id and e.resolved_at is null and e.id < d.id), 0))) end)::bigint`

const COLUMNS = sql`d.id, d.amount, d.reason, d.reference, d.opened_at, d.opened_by, d.outcome, d.resolution, d.resolved_at, d.resolved_by,
  d.due_on, 'NC-' || n.number as credit_note,
  ${HELD} as disputed_amount,
  (select v.last_payable_on from invoices v where v.company_id = d.company_id and v.id = d.invoice_id) as last_payable_on`
const NOTE = sql`left join credit_notes n on n.company_id = d.company_id and n.id = d.credit_note_id`

/** The disputes of an invoice, the first one first. */
export async function listDisputesOf(tx: Tx, invoiceId: string): Promise<Dispute[]> {
  const { rows } = await sql<StoredDispute>`
    select ${COLUMNS} from disputes d ${NOTE}
    where d.company_id = (select current_company()) and d.invoice_id = ${invoiceId} order by d.id`.execute(tx)
  return rows.map(disputeOf)
}

/** The open disputes of an invoice, in the order in which they were opened. */
export const listOpenDisputes = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('disputes')
    .select(['id', 'reference', 'amount', 'noted_amount'])
    .where('invoice_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute()

/** What of an invoice is disputed from now on. */
export const updateDisputedAmount = (tx: Tx, invoiceId: string, disputed_amount: Money) =>
  tx.updateTable('invoices').set({ disputed_amount }).where('id', '=', invoiceId).execute()

/**
 * Puts an amount of a locked invoice in dispute, with what already is. It takes first what has a later last day, so that what was overdue
 * stays overdue (R2.15).
 */
export const updateDisputedAmountBy = (
  tx: Tx,
  { id, disputed_amount, extended_amount }: LockedInvoice,
  amount: Money,
) =>
  tx
    .updateTable('invoices')
    .set({
      disputed_amount: plus(disputed_amount, amount),
      extended_amount: extended_amount > amount ? minus(extended_amount, amount) : ZERO,
    })
    .where('id', '=', id)
    .execute()

/** A page of the disputes: the open ones, the oldest first, and then the ended ones, the last one first. */
export async function listDisputes(tx: Tx, state: DisputeState | undefined, range: RowRange): Promise<DisputeRow[]> {
  if (state !== undefined) return readPage(tx, state, range)
  const open = await readPage(tx, 'open', range)
  const missing = range.limit - open.length
  if (missing === 0) return open
  const offset = Math.max(0, range.offset - (await countDisputes(tx, 'open')))
  return [...open, ...(await readPage(tx, 'ended', { offset, limit: missing }))]
}

export async function countDisputes(tx: Tx, state: DisputeState | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from disputes d where d.company_id = (select current_company()) ${conditionOf(state)}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

type StoredRow = StoredDispute & {
  invoice_id: string
  client_id: string
  prefix: string
  sequence: number
  client_name: string
  identification: string
  due_on: Day | null
}

async function readPage(tx: Tx, state: DisputeState, { offset, limit }: RowRange): Promise<DisputeRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS}, d.invoice_id, i.client_id, i.prefix, i.number as sequence, k.name as client_name, k.identification
    from (
      select * from disputes d where d.company_id = (select current_company()) ${conditionOf(state)}
      order by ${ORDERS[state]} ${pageOf({ limit, offset })}
    ) d
    cross join lateral (select * from invoices i where i.company_id = d.company_id and i.id = d.invoice_id offset 0) i
    cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    ${NOTE} order by ${ORDERS[state]}`.execute(tx)
  return rows.map(({ prefix, sequence, client_name, identification, ...row }) => ({
    ...row,
    ...disputeOf(row),
    number: invoiceNumber(prefix, sequence),
    client: { name: client_name, identification },
  }))
}

const laterDay = (one: Day, other: Day): Day => (one > other ? one : other)

const ORDERS: Readonly<Record<DisputeState, RawBuilder<unknown>>> = {
  open: sql`d.resolved_at, d.id`,
  ended: sql`d.resolved_at desc, d.id desc`,
}

function conditionOf(state: DisputeState | undefined) {
  if (state === undefined) return sql``
  return state === 'open' ? sql`and d.resolved_at is null` : sql`and d.resolved_at is not null`
}

const disputeOf = ({ opened_at, resolved_at, last_payable_on, ...row }: StoredDispute): Dispute => ({
  ...row,
  payable_until: row.due_on === null ? null : laterDay(lastPayableOn(row.due_on), last_payable_on),
  opened_at: opened_at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
})
