import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Line } from '#domain/invoices/issue.ts'
import type { Period } from '#domain/invoices/period.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { PLANNED_ANEW } from '#server/db/named.ts'

/** An invoice ready to be posted: computed, and numbered in its place. */
export type Posting = {
  client_id: string
  contract_id: string | null
  period: Period
  bounds: { from_on: Day; to_on: Day } | null
  issued_on: Day
  due_on: Day
  lines: readonly Line[]
  subtotal: Money
  vat: Money
  total: Money
  snapshot: object
  /** How much of the client's credit in favour it takes. */
  credit: Money
  charges: readonly string[]
}

export type Series = { kind: 'period' | 'one_off' | 'opening'; prefix: string; runId: string | null }

/** Takes the row of a consecutive until the end of the transaction: the last number given, and the last that may be given. */
export async function lockNumbers(
  tx: Tx,
  kind: 'contract' | 'invoice' | 'credit_note' | 'receipt',
  prefix: string,
): Promise<{ last: number; max: number | null }> {
  await sql`insert into counters (kind, prefix) values (${kind}, ${prefix}) on conflict do nothing`.execute(tx)
  return tx
    .selectFrom('counters')
    .select(['last', 'max'])
    .where('kind', '=', kind)
    .where('prefix', '=', prefix)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Gives the next number of a consecutive whose row is locked, and moves it. Throws a refusal at the end of its range. */
export async function takeNumber(
  tx: Tx,
  kind: 'credit_note' | 'receipt',
  prefix: string,
  numbers: { last: number; max: number | null },
): Promise<number> {
  if (numbers.max !== null && numbers.last >= numbers.max) {
    throw new Refusal('conflict', 'Se acabó el rango de numeración: amplíalo y vuelve a intentar')
  }
  const next = numbers.last + 1
  await tx.updateTable('counters').set({ last: next }).where('kind', '=', kind).where('prefix', '=', prefix).execute()
  return next
}

/**
 * Posts invoices with their lines and their journal, numbered after `last` in the order given. Bulk: a handful of statements
 * however many there are. The counter must be locked (lockNumbers) and is moved here. Returns their ids in the same order.
 */
export async function postInvoices(
  tx: Tx,
  postings: readonly Posting[],
  series: Series,
  last: number,
): Promise<string[]> {
  if (postings.length === 0) return []
  const ids = postings.map(newId)
  await Promise.all([
    insertInvoices(tx, postings, ids, series, last),
    insertLines(tx, postings, ids),
    insertJournal(tx, journalOf(postings, ids)),
    takeCharges(tx, postings, ids),
    tx
      .updateTable('counters')
      .set({ last: last + postings.length })
      .where('kind', '=', 'invoice')
      .where('prefix', '=', series.prefix)
      .execute(),
  ])
  return ids
}

async function insertInvoices(tx: Tx, postings: readonly Posting[], ids: string[], series: Series, last: number) {
  const column = (value: (posting: Posting) => string | number | null) => plainArray(postings.map(value))
  await sql`
    insert into invoices (company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on,
      subtotal, vat, total, run_id, snapshot, balance)
    select current.id, i.id, ${series.prefix}, i.number, ${series.kind}, i.client_id, i.contract_id, i.period, i.from_on, i.to_on,
      i.issued_on, i.due_on, i.subtotal, i.vat, i.total, ${series.runId}::uuid, i.snapshot, i.balance
    from (select current_company() as id) current,
      unnest(
        ${plainArray(ids)}::uuid[], ${plainArray(postings.map((_, index) => last + 1 + index))}::bigint[],
        ${column((one) => one.client_id)}::uuid[], ${column((one) => one.contract_id)}::uuid[], ${column((one) => one.period)}::text[],
        ${column((one) => one.bounds?.from_on ?? null)}::date[], ${column((one) => one.bounds?.to_on ?? null)}::date[],
        ${column((one) => one.issued_on)}::date[], ${column((one) => one.due_on)}::date[], ${column((one) => one.subtotal)}::bigint[],
        ${column((one) => one.vat)}::bigint[], ${column((one) => one.total)}::bigint[],
        ${textArray(postings.map((one) => JSON.stringify(one.snapshot)))}::jsonb[], ${column((one) => one.total - one.credit)}::bigint[]
      ) i (id, number, client_id, contract_id, period, from_on, to_on, issued_on, due_on, subtotal, vat, total, snapshot, balance)`.execute(
    tx,
  )
}

async function insertLines(tx: Tx, postings: readonly Posting[], ids: readonly string[]) {
  const lines = postings.flatMap((posting, index) =>
    posting.lines.map((line, position) => ({ ...line, invoice_id: ids[index] ?? '', position: position + 1 })),
  )
  const column = (value: (line: (typeof lines)[number]) => string | number) => plainArray(lines.map(value))
  await sql`
    insert into invoice_lines (company_id, invoice_id, position, kind, description, quantity, base, vat_treatment, vat_bps, vat, total)
    select current.id, l.* from (select current_company() as id) current,
      unnest(
        ${column((line) => line.invoice_id)}::uuid[], ${column((line) => line.position)}::smallint[], ${column((line) => line.kind)}::text[],
        ${textArray(lines.map((line) => line.description))}::text[], ${column((line) => line.quantity)}::int[],
        ${column((line) => line.base)}::bigint[], ${column((line) => line.vat_treatment)}::text[], ${column((line) => line.vat_bps)}::int[],
        ${column((line) => line.vat)}::bigint[], ${column((line) => line.total)}::bigint[]
      ) l`.execute(tx)
}

export type Account = 'receivable' | 'revenue' | 'vat' | 'credit' | 'cash' | 'withholding' | 'opening' | 'rounding'

/** A row of the journal: `amount` moves from the credited account to the debited one. */
export type Entry = {
  client_id: string
  debit: Account
  credit: Account
  amount: Money
  invoice_id: string | null
  payment_id?: string
  credit_note_id?: string
  posted_on: Day
}

/** What posting an invoice moves: its base, its VAT, and the credit in favour that it takes. */
function journalOf(postings: readonly Posting[], ids: readonly string[]): Entry[] {
  return postings.flatMap((posting, index) => {
    const common = { client_id: posting.client_id, invoice_id: ids[index] ?? '', posted_on: posting.issued_on }
    const source = posting.lines[0]?.kind === 'opening_balance' ? 'opening' : 'revenue'
    const entries: Entry[] = [
      { ...common, debit: 'receivable', credit: source, amount: posting.subtotal },
      { ...common, debit: 'receivable', credit: 'vat', amount: posting.vat },
      { ...common, debit: 'credit', credit: 'receivable', amount: posting.credit },
    ]
    return entries.filter((entry) => entry.amount > 0)
  })
}

/** Writes rows of the journal. Entries of nothing are left out by whoever makes them: the table refuses them. */
export async function insertJournal(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const column = (value: (entry: Entry) => string | number | null) => plainArray(entries.map(value))
  await sql`
    insert into journal (company_id, id, client_id, debit_account, credit_account, amount, invoice_id, payment_id, credit_note_id, posted_on)
    select current.id, j.* from (select current_company() as id) current,
      unnest(
        ${plainArray(entries.map(newId))}::uuid[], ${column((entry) => entry.client_id)}::uuid[], ${column((entry) => entry.debit)}::text[],
        ${column((entry) => entry.credit)}::text[], ${column((entry) => entry.amount)}::bigint[], ${column((entry) => entry.invoice_id)}::uuid[],
        ${column((entry) => entry.payment_id ?? null)}::uuid[], ${column((entry) => entry.credit_note_id ?? null)}::uuid[],
        ${column((entry) => entry.posted_on)}::date[]
      ) j`.execute(tx)
}

/**
 * Marks the pending charges that these invoices took. They are locked, so none can have been taken by another. The contracts bound
 * what is read: without them the planner may go through all that ever waited in the company.
 */
async function takeCharges(tx: Tx, postings: readonly Posting[], ids: readonly string[]): Promise<void> {
  const taken = postings.flatMap(({ charges, contract_id }, index) =>
    charges.map((id) => ({ id, invoice: ids[index] ?? '', contract: contract_id ?? '' })),
  )
  if (taken.length === 0) return
  const contracts = taken.map((one) => one.contract).toSorted()
  await sql`${PLANNED_ANEW}
    update pending_charges p set invoice_id = t.invoice
    from unnest(${plainArray(taken.map((one) => one.id))}::uuid[], ${plainArray(taken.map((one) => one.invoice))}::uuid[]) t (id, invoice)
    where p.company_id = (select current_company()) and p.id = t.id and p.invoice_id is null
      and p.contract_id between ${contracts[0]}::uuid and ${contracts.at(-1)}::uuid`.execute(tx)
}
