import { sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import { balanceChangesOf, type Entry, writtenOffBy } from '#domain/ledger/entry.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { closedDayRefusal } from './open-day.ts'

/** Writes entries and updates the balances of their invoices, which must be locked (lockInvoices). */
export async function postEntries(
  tx: Tx,
  entries: readonly Entry[],
  credited: readonly { id: string; amount: Money }[] = [],
): Promise<void> {
  await insertEntries(tx, entries)
  await moveBalances(tx, entries, credited)
}

/**
 * Writes entries only: for new invoices, which are inserted with their balance. Throws a Refusal 'conflict' for entries of a closed day,
 * which the journal does not take (refuse_closed_day).
 */
export async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const column = (value: (entry: Entry) => string | number | null) => plainArray(entries.map(value))
  const keys = (value: (entry: Entry) => string | null) => uuidArray(entries.map(value))
  await sql`
    insert into journal (company_id, id, client_id, debit_account, credit_account, amount, invoice_id, payment_id, credit_note_id, refund_id, adjustment_id, posted_on)
    select current.id, j.* from (select current_company() as id) current,
      unnest(
        ${uuidArray(entries.map(newId))}::uuid[], ${keys((entry) => entry.client_id)}::uuid[], ${column((entry) => entry.debit)}::text[],
        ${column((entry) => entry.credit)}::text[], ${column((entry) => entry.amount)}::bigint[], ${keys((entry) => entry.invoice_id)}::uuid[],
        ${keys((entry) => entry.payment_id ?? null)}::uuid[], ${keys((entry) => entry.credit_note_id ?? null)}::uuid[],
        ${keys((entry) => entry.refund_id ?? null)}::uuid[], ${keys((entry) => entry.adjustment_id ?? null)}::uuid[],
        ${column((entry) => entry.posted_on)}::date[]
      ) j`
    .execute(tx)
    .catch((error: unknown) => {
      throw closedDayRefusal(error)
    })
}

/** Updates the columns of an invoice that derive from the journal: its balance, its credited amount and what is written off. */
async function moveBalances(
  tx: Tx,
  entries: readonly Entry[],
  credited: readonly { id: string; amount: Money }[],
): Promise<void> {
  const paid = new Map(balanceChangesOf(entries).map((move) => [move.id, move.paid]))
  const writtenOff = writtenOffBy(entries)
  const creditedAmounts = new Map(credited.map((note) => [note.id, note.amount]))
  // One statement for each invoice: the plan of a join with a list would depend on the statistics of the table.
  await Promise.all(
    [...new Set([...paid.keys(), ...creditedAmounts.keys()])].map((id) =>
      sql`
        update invoices set balance = balance - ${paid.get(id) ?? 0}::bigint, credited = credited + ${creditedAmounts.get(id) ?? 0}::bigint,
          written_off = written_off + ${writtenOff.get(id) ?? 0}::bigint
        where company_id = (select current_company()) and id = ${id}`.execute(tx),
    ),
  )
}
