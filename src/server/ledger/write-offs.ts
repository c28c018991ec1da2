import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { type AppliedAmount, entriesOfWriteOff } from '#domain/ledger/entry.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { type LockedInvoice, lockInvoices } from './accounts.ts'
import { postEntries } from './entries.ts'

/** The invoice as a payment of it or a note sees it: what is written off is still owed by the client. */
export const withWrittenOff = <I extends { balance: Money; written_off: Money }>(invoice: I): I => ({
  ...invoice,
  balance: plus(invoice.balance, invoice.written_off),
})

type WrittenOffInvoice = { id: string; number: string; client_id: string; balance: Money }

/** Writes off the balances of locked invoices of locked accounts, on a day that is open, by one entry each. Returns the id of the closing. */
export async function writeOff(
  tx: Tx,
  invoices: readonly WrittenOffInvoice[],
  { postedOn, reason }: { postedOn: Day; reason: string },
): Promise<string> {
  const { id: closing_id } = await tx
    .insertInto('balance_closings')
    .values({
      kind: 'write_off',
      reason,
      posted_on: postedOn,
      limit_amount: null,
      count: invoices.length,
      amount: sum(invoices.map(({ balance }) => balance)),
      registered_by: tx.scope.actorName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { id: invoice_id, number, client_id, balance: amount } of invoices) {
    const id = newId()
    const document = { client_id, invoice_id, amount, posted_on: postedOn }
    await tx
      .insertInto('balance_adjustments')
      .values({ ...document, id, closing_id })
      .execute()
    await postEntries(tx, entriesOfWriteOff('write_off', { ...document, adjustment_id: id }))
    await tx.record('write_off.posted', {
      entity_id: id,
      client_id,
      after: { number, amount: toPesos(amount), reason },
    })
  }
  return closing_id
}

/** A write-off of one invoice. `left`: what of it is still written off. */
export type WriteOff = { id: string; client_id: string; invoice_id: string; number: string; left: Money }

/** Undoes a write-off that nothing recovered, with the account of its client locked: what is left of it is owed again. */
export async function undoWriteOff(
  tx: Tx,
  { id, client_id, invoice_id, number, left }: WriteOff,
  { today, reason }: { today: Day; reason: string },
): Promise<boolean> {
  const written = await tx
    .insertInto('balance_adjustment_reversals')
    .values({ adjustment_id: id, posted_on: today, reason, registered_by: tx.scope.actorName })
    .onConflict((on) => on.doNothing())
    .returning('adjustment_id')
    .executeTakeFirst()
  if (!written) return false
  await lockInvoices(tx, client_id, [invoice_id])
  await postEntries(
    tx,
    entriesOfWriteOff('undo', document(id, { client_id, invoice_id, amount: left, posted_on: today })),
  )
  await tx.record('write_off.undone', { entity_id: id, client_id, after: { number, amount: toPesos(left), reason } })
  return true
}

type Documented = { client_id: string; invoice_id: string; amount: Money; posted_on: Day }
const document = (adjustment_id: string, rest: Documented) => ({ adjustment_id, ...rest })

/** What a write-off has left: its amount less what was recovered or annulled of it. Null when it was undone. */
export const LEFT = sql`case when exists (
    select from balance_adjustment_reversals r where r.company_id = a.company_id and r.adjustment_id = a.id
  ) then 0 else a.amount - coalesce((
    select sum(case when m.kind = 'recovery_reversal' then -m.amount else m.amount end) from write_off_moves m
    where m.company_id = a.company_id and m.adjustment_id = a.id
  ), 0) end`

/** The write-offs of an invoice with something left, the oldest first. */
async function listLeft(tx: Tx, invoiceId: string): Promise<{ id: string; posted_on: Day; left: Money }[]> {
  const { rows } = await sql<{ id: string; posted_on: Day; left: Money }>`${REPLAN_EACH_TIME}
    select w.id, w.posted_on, w.left from (
      select a.id, a.posted_on, (${LEFT})::bigint as left from balance_adjustments a
      join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'write_off'
      where a.company_id = (select current_company()) and a.invoice_id = ${invoiceId}
    ) w where w.left > 0 order by w.id`.execute(tx)
  return rows
}

type Cause = { posted_on: Day; payment_id?: string; credit_note_id?: string }

/** Takes an amount out of the write-offs of a locked invoice, the oldest first. Never before the day of a write-off. */
async function takeFromWriteOffs(
  tx: Tx,
  { id: invoice_id, client_id }: Pick<LockedInvoice, 'id' | 'client_id'>,
  amount: Money,
  { posted_on, ...cause }: Cause,
): Promise<string[]> {
  const kind = cause.credit_note_id === undefined ? 'recovery' : 'note'
  const touched: string[] = []
  let missing = amount
  for (const { id, posted_on: written_on, left } of await listLeft(tx, invoice_id)) {
    if (missing === 0) break
    const part = left < missing ? left : missing
    missing = minus(missing, part)
    const move = { client_id, invoice_id, amount: part, posted_on: posted_on < written_on ? written_on : posted_on }
    await insertMove(tx, { ...move, ...cause, adjustment_id: id, kind })
    await postEntries(tx, entriesOfWriteOff(kind, document(id, move)))
    touched.push(id)
  }
  if (missing > 0) throw new Error('an invoice has more written off than its write-offs')
  return touched
}

type Move = Documented & {
  adjustment_id: string
  kind: 'recovery' | 'recovery_reversal' | 'note'
  payment_id?: string
  credit_note_id?: string
}
const insertMove = (tx: Tx, move: Move) =>
  tx
    .insertInto('write_off_moves')
    .values({ ...move, registered_by: tx.scope.actorName })
    .execute()

/**
 * Recovers what a receipt pays of written-off debts, with what it rounds of them, before its entries: of each invoice what is over its balance. The write-off is
 * taken back for that part, so that the payment reduces a debt.
 */
export async function recoverWriteOffs(
  tx: Tx,
  invoices: readonly LockedInvoice[],
  applied: readonly AppliedAmount[],
  payment: { payment_id: string; posted_on: Day },
): Promise<void> {
  for (const { id, amount } of applied) {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice || invoice.written_off === 0 || amount <= invoice.balance) continue
    const recovered = minus(amount, invoice.balance)
    const [entity_id] = await takeFromWriteOffs(tx, invoice, recovered, payment)
    if (entity_id === undefined) continue
    const after = { number: invoice.number, amount: toPesos(recovered) }
    await tx.record('write_off.recovered', { entity_id, client_id: invoice.client_id, after })
  }
}

/**
 * Puts back what a reversed payment had recovered, after its entries, up to the balance that the reversal left: the debt is again written
 * off, not overdue.
 */
export async function restoreWriteOffs(tx: Tx, clientId: string, paymentId: string, today: Day): Promise<void> {
  const recovered = await tx
    .selectFrom('write_off_moves')
    .select(['adjustment_id', 'invoice_id', 'amount'])
    .where('client_id', '=', clientId)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'recovery')
    .orderBy('id')
    .execute()
  for (const { adjustment_id, invoice_id, amount } of recovered) {
    const [invoice] = await lockInvoices(tx, clientId, [invoice_id])
    if (!invoice || invoice.balance === 0) continue
    const part = invoice.balance < amount ? invoice.balance : amount
    const move = { client_id: clientId, invoice_id, amount: part, posted_on: today }
    await insertMove(tx, { ...move, adjustment_id, kind: 'recovery_reversal', payment_id: paymentId })
    await postEntries(tx, entriesOfWriteOff('recovery_reversal', document(adjustment_id, move)))
    const after = { number: invoice.number, amount: toPesos(part) }
    await tx.record('write_off.restored', { entity_id: adjustment_id, client_id: clientId, after })
  }
}

/**
 * Takes what a credit note annuls out of what is written off of a locked invoice: that part was never paid, so it is no credit in favour.
 * Returns the invoice with the balance that the note reduces.
 */
export async function annulWriteOffs(
  tx: Tx,
  invoice: LockedInvoice,
  noted: Money,
  note: { credit_note_id: string; posted_on: Day },
): Promise<LockedInvoice> {
  const rest = noted > invoice.balance ? minus(noted, invoice.balance) : ZERO
  const part = rest < invoice.written_off ? rest : invoice.written_off
  if (part === 0) return invoice
  await takeFromWriteOffs(tx, invoice, part, note)
  return { ...invoice, balance: plus(invoice.balance, part), written_off: minus(invoice.written_off, part) }
}

/** What is still written off of the invoices of a client. It reads the entries of the client: its paid invoices have no index by client. */
export async function getWrittenOff(tx: Tx, clientId: string): Promise<Money> {
  const { rows } = await sql<{ amount: Money }>`
    select coalesce(sum(case when debit_account in ('write_off', 'recovery') then amount::bigint else -amount::bigint end), 0)::bigint as amount
    from journal where company_id = (select current_company()) and client_id = ${clientId}
      and (debit_account in ('write_off', 'recovery') or credit_account in ('write_off', 'recovery'))`.execute(tx)
  return rows[0]?.amount ?? ZERO
}
