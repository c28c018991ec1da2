import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import type { EntryPart } from '#domain/ledger/entry.ts'
import type { MovementKind } from '#domain/ledger/movement.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { readCredit, sourcesOf } from './credit.ts'

/** One movement for each document of a day. `amount`: the change of the debt, negative when the debt decreases. */
export type Movement = {
  day: Day
  kind: MovementKind
  document: string | null
  amount: Money
  /** The receipt or the credit note of the movement. */
  payment_id: string | null
  credit_note_id: string | null
}

/** A movement of an account: also the invoice, when the movement is neither a receipt's nor a note's. */
type AccountMovement = Movement & { invoice_id: string | null }

/** The debt of a client minus its credit in favour, before a day. */
export async function getBalanceBefore(tx: Tx, clientId: string, day: Day): Promise<Money> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(receivable - credit), 0)::bigint as amount from client_movements
    where company_id = (select current_company()) and client_id = ${clientId} and posted_on < ${day}`.execute(tx)
  return money(rows[0]?.amount ?? 0)
}

/** A movement `m` of a write-off is one of its own, in the order of the books: several of one invoice on a day do not add up. */
const MOVE = sql`case when m.kind in ('castigo', 'recuperacion', 'reverso_castigo') then m.id end`

/** The movements of a client's account between two days, both included. */
export async function listAccountMovements(tx: Tx, clientId: string, from: Day, to: Day): Promise<AccountMovement[]> {
  const { rows } = await sql<AccountMovement>`
    select day, kind, document, sum(amount)::bigint as amount, min(payment_id::text) as payment_id,
      min(credit_note_id::text) as credit_note_id,
      case when min(payment_id::text) is null and min(credit_note_id::text) is null then min(invoice_id::text) end as invoice_id
    from (
      select m.posted_on as day, m.kind, m.receivable - m.credit as amount, m.invoice_id, m.payment_id, m.credit_note_id,
        min(m.id::text) over (
          partition by m.posted_on, m.payment_id, m.credit_note_id, m.adjustment_id, m.invoice_id, m.kind in ('reverso', 'reverso_cierre'), ${MOVE}
        ) as place, ${MOVE} as move,
        case
          when m.refund_id is not null then (
            select 'Devolución ' || r.number from credit_refunds r where r.company_id = m.company_id and r.id = m.refund_id)
          when m.credit_note_id is not null then 'NC-' || n.number
          when m.kind = 'reverso' then 'Reverso ' || r.number || ' del recibo ' || p.number
          when m.payment_id is not null then 'Recibo ' || p.number
          when m.invoice_id is not null then i.prefix || '-' || i.number
        end as document
      from client_movements m
      left join invoices i on i.company_id = m.company_id and i.id = m.invoice_id
      left join payments p on p.company_id = m.company_id and p.id = m.payment_id
      left join payment_reversals r on r.company_id = m.company_id and r.payment_id = m.payment_id
      left join credit_notes n on n.company_id = m.company_id and n.id = m.credit_note_id
      where m.company_id = (select current_company()) and m.client_id = ${clientId} and m.posted_on between ${from} and ${to}
    ) moved
    group by day, kind, document, move having sum(amount) <> 0 order by day, min(place), document`.execute(tx)
  return rows
}

/** The movements of the balance of one invoice. The document of a credit in favour is the one that gave it. */
export async function listInvoiceMovements(tx: Tx, invoiceId: string): Promise<Movement[]> {
  const { rows } = await sql<Movement & { client_id: string }>`
    select day, kind, document, client_id, sum(amount)::bigint as amount, min(payment_id::text) as payment_id,
      min(credit_note_id::text) as credit_note_id
    from (
      select m.posted_on as day, m.id, m.kind, m.receivable as amount, m.client_id, m.payment_id, m.credit_note_id,
        case
          when m.credit_note_id is not null then 'NC-' || n.number
          when m.kind = 'reverso' then 'Reverso ' || r.number || ' del recibo ' || p.number
          when m.payment_id is not null then 'Recibo ' || p.number
        end as document
      from client_movements m
      join invoices i on i.company_id = m.company_id and i.client_id = m.client_id and i.id = ${invoiceId}
      left join payments p on p.company_id = m.company_id and p.id = m.payment_id
      left join payment_reversals r on r.company_id = m.company_id and r.payment_id = m.payment_id
      left join credit_notes n on n.company_id = m.company_id and n.id = m.credit_note_id
      where m.company_id = (select current_company()) and m.invoice_id = ${invoiceId} and m.receivable <> 0
    ) moved group by day, kind, document, client_id order by min(id::text)`.execute(tx)
  const clientId = rows.find(({ kind }) => kind === 'saldo_a_favor')?.client_id
  const credit = clientId === undefined ? null : await readCredit(tx, clientId)
  return rows.map(({ client_id: _client, ...row }) =>
    credit !== null && row.kind === 'saldo_a_favor' ? { ...row, document: sourcesOf(credit, invoiceId, row.day) } : row,
  )
}

/** The amount that each payment applied to each invoice and to credit in favour (`invoice_id` null), and the rounding of each invoice. */
export async function listAppliedAmounts(tx: Tx, paymentIds: readonly string[]): Promise<AppliedRow[]> {
  const { rows } = await sql<AppliedRow>`
    select m.payment_id, m.invoice_id, i.prefix, i.number as sequence, min(c.no_contract) as no_contract,
      coalesce(sum(m.amount) filter (where m.kind <> 'ajuste'), 0)::bigint as amount,
      coalesce(sum(m.amount) filter (where m.kind = 'ajuste'), 0)::bigint as rounding
    from client_movements m left join invoices i on i.company_id = m.company_id and i.id = m.invoice_id
    left join lateral (select c.no_contract from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true
    where m.company_id = (select current_company()) and m.payment_id = any (${uuidArray(paymentIds)}::uuid[]) and m.kind <> 'reverso'
    group by m.payment_id, m.invoice_id, i.prefix, i.number, i.due_on order by i.due_on, i.number`.execute(tx)
  return rows
}

type AppliedRow = {
  payment_id: string
  invoice_id: string | null
  prefix: string
  sequence: number
  /** The contract of the invoice; null for an opening balance. */
  no_contract: string | null
  amount: Money
  rounding: Money
}

/** The entries of the registration of a payment, without those of its reversal. */
export async function listPaymentEntries(tx: Tx, paymentId: string): Promise<EntryPart[]> {
  const { rows } = await sql<EntryPart>`
    select debit_account as debit, credit_account as credit, amount, invoice_id from journal
    where company_id = (select current_company()) and payment_id = ${paymentId} and debit_account in ('cash', 'withholding', 'rounding')
    order by id`.execute(tx)
  return rows
}

/** The ids of these clients that already have an opening balance in the ledger, or, with 'debt', one that they owed. */
export async function listClientsWithOpening(
  tx: Tx,
  clientIds: readonly string[],
  kind: 'any' | 'debt',
): Promise<Set<string>> {
  const isOfKind = kind === 'any' ? sql`` : sql`and debit_account = 'receivable'`
  const { rows } = await sql<{ client_id: string }>`
    select distinct client_id from journal where company_id = (select current_company()) and client_id = any (${uuidArray(clientIds)}::uuid[])
      and 'opening' in (debit_account, credit_account) ${isOfKind}`.execute(tx)
  return new Set(rows.map((row) => row.client_id))
}
