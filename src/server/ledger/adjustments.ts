import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, sum, toPesos } from '#domain/core/money.ts'
import { entriesOfAdjustment } from '#domain/ledger/entry.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { lockInvoices } from './accounts.ts'
import { postEntries } from './entries.ts'

/** A small balance that is closed: its invoice is locked, with the account of its client. */
type ClosedInvoice = { id: string; client_id: string; balance: Money }

/** Closes the balances of locked invoices by one entry each, on a day that is open. Returns the id of the closing. */
export async function closeBalances(
  tx: Tx,
  invoices: readonly ClosedInvoice[],
  { postedOn, limit }: { postedOn: Day; limit: Money },
): Promise<string> {
  const amount = sum(invoices.map(({ balance }) => balance))
  const closing = { posted_on: postedOn, limit_amount: limit, count: invoices.length, amount }
  const { id: closing_id } = await tx
    .insertInto('balance_closings')
    .values({ ...closing, registered_by: tx.scope.actorName })
    .returning('id')
    .executeTakeFirstOrThrow()
  const adjustments = invoices.map(({ id, client_id, balance }) => ({
    id: newId(),
    closing_id,
    client_id,
    invoice_id: id,
    amount: balance,
    posted_on: postedOn,
  }))
  await tx.insertInto('balance_adjustments').values(adjustments).execute()
  await postEntries(
    tx,
    adjustments.flatMap(({ id: adjustment_id, closing_id: _closing, ...adjustment }) =>
      entriesOfAdjustment({ ...adjustment, adjustment_id }),
    ),
  )
  return closing_id
}

/** `number`: of the invoice. */
type Adjustment = { id: string; client_id: string; invoice_id: string; number: string; amount: Money }

/**
 * Opens again the balances of invoices of one client, whose account is locked, that were closed by an adjustment: before a credit note,
 * so that no credit in favour comes from money that the client did not pay, and before the reversal of a payment. Returns how many.
 */
export async function reopenBalances(
  tx: Tx,
  clientId: string,
  invoiceIds: readonly string[],
  { today, reason }: { today: Day; reason: string },
): Promise<number> {
  const { rows } = await sql<Omit<Adjustment, 'number'> & { prefix: string; sequence: number }>`${REPLAN_EACH_TIME}
    select a.id, a.client_id, a.invoice_id, a.amount, i.prefix, i.number as sequence
    from unnest(${uuidArray(invoiceIds)}::uuid[]) key (id)
    cross join lateral (
      select * from balance_adjustments a where a.company_id = (select current_company()) and a.invoice_id = key.id
        and a.client_id = ${clientId} and not exists (
          select from balance_adjustment_reversals r where r.company_id = a.company_id and r.adjustment_id = a.id)
      offset 0
    ) a
    join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'small'
    join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
    order by a.id`.execute(tx)
  for (const { prefix, sequence, ...row } of rows) {
    await reopenBalance(tx, { ...row, number: invoiceNumber(prefix, sequence) }, { today, reason })
  }
  return rows.length
}

/** Reverses one adjustment: the account of its client must be locked. False when it is already reversed. */
export async function reopenBalance(
  tx: Tx,
  { id, client_id, invoice_id, number, amount }: Adjustment,
  { today, reason }: { today: Day; reason: string },
): Promise<boolean> {
  const reversal = { adjustment_id: id, posted_on: today, reason, registered_by: tx.scope.actorName }
  const written = await tx
    .insertInto('balance_adjustment_reversals')
    .values(reversal)
    .onConflict((on) => on.doNothing())
    .returning('adjustment_id')
    .executeTakeFirst()
  if (!written) return false
  await lockInvoices(tx, client_id, [invoice_id])
  const document = { client_id, posted_on: today, adjustment_id: id, invoice_id, amount }
  await postEntries(tx, entriesOfAdjustment({ ...document, isReversal: true }))
  await tx.record('small_balance.reopened', {
    entity_id: id,
    client_id,
    after: { number, amount: toPesos(amount), reason },
  })
  return true
}
