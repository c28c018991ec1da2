import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Period } from '#domain/core/period.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import type { Line } from '#domain/invoices/issue.ts'
import { type Entry, entriesOfInvoice, type InvoiceSource } from '#domain/ledger/entry.ts'
import { takeCharges } from '#server/contracts/pending-charges.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import type { InvoicesKind } from '#server/db/types.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { type NumberSeries, takeNumbers } from '#server/ledger/numbers.ts'
import { readInvoicedServices, type ServiceRow } from './invoiced-services.ts'
import { issuedDocuments } from './issued.ts'

/** A computed invoice, ready to be posted; its number follows its position. */
export type ComputedInvoice = {
  client_id: string
  contract_id: string | null
  period: Period
  bounds: { from_on: Day; to_on: Day } | null
  issued_on: Day
  /** The day of its entries, when it is not the day of issue: a document of another system. */
  posted_on?: Day
  due_on: Day
  lines: readonly Line[]
  subtotal: Money
  vat: Money
  total: Money
  snapshot: object
  /** The client's credit in favour that it uses. */
  credit: Money
  charges: readonly string[]
  /** The service on the first day of `bounds`, when it was read with the contract. */
  service?: ServiceRow | undefined
}

/** The origin of invoices: a run (`period`), a one-off charge, the opening balances of another system, or a voided payment. */
export type Origin = { kind: InvoicesKind; runId: string | null }

/** Where the base of an invoice comes from, and whether it is a sale, which has an electronic document. */
const SOURCES: Readonly<Record<InvoicesKind, { source: InvoiceSource; isSale: boolean }>> = {
  period: { source: 'revenue', isSale: true },
  one_off: { source: 'revenue', isSale: true },
  opening: { source: 'opening', isSale: false },
  voided_payment: { source: 'credit', isSale: false },
}

/**
 * Posts invoices with their lines and their entries, numbered in the given order, in a fixed number of statements. `numbers` is the
 * locked series (lockNumbers). Returns their ids in the same order.
 */
export async function postInvoices(
  tx: Tx,
  postings: readonly ComputedInvoice[],
  origin: Origin,
  numbers: NumberSeries,
): Promise<string[]> {
  if (postings.length === 0) return []
  const ids = postings.map(newId)
  const kept = SOURCES[origin.kind].isSale ? await withServices(tx, postings) : postings
  const results = await Promise.allSettled([
    insertInvoices(tx, kept, ids, { ...origin, prefix: numbers.prefix, last: numbers.last }),
    insertLines(tx, postings, ids),
    insertEntries(
      tx,
      postings.flatMap((posting, index) => entriesOf(posting, ids[index] ?? '', origin)),
    ),
    takeCharges(
      tx,
      postings.flatMap(({ charges, contract_id }, index) =>
        charges.map((id) => ({ id, invoice_id: ids[index] ?? '', contract_id: contract_id ?? '' })),
      ),
    ),
    takeNumbers(tx, numbers, postings.length),
    ...(SOURCES[origin.kind].isSale ? [issuedDocuments().invoices(tx, ids)] : []),
  ])
  // After one statement fails the others fail with 'transaction is aborted', perhaps sooner: throw the first in the order above.
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return ids
}

/** The invoices with the facts of their services, which their documents keep (R2.2). */
async function withServices(tx: Tx, postings: readonly ComputedInvoice[]): Promise<ComputedInvoice[]> {
  const services = await readInvoicedServices(tx, postings)
  return postings.map((posting, index) => {
    const service = services[index]
    return service ? { ...posting, snapshot: { ...posting.snapshot, service } } : posting
  })
}

const entriesOf = (posting: ComputedInvoice, invoice_id: string, { kind }: Origin): Entry[] =>
  entriesOfInvoice({
    ...posting,
    posted_on: posting.posted_on ?? posting.issued_on,
    invoice_id,
    source: SOURCES[kind].source,
  })

async function insertInvoices(
  tx: Tx,
  postings: readonly ComputedInvoice[],
  ids: string[],
  series: Origin & { prefix: string; last: number },
) {
  const column = (value: (posting: ComputedInvoice) => string | number | null) => plainArray(postings.map(value))
  await sql`
    insert into invoices (company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on,
      last_payable_on, subtotal, vat, total, run_id, snapshot, balance)
    select current.id, i.id, ${series.prefix}, i.number, ${series.kind}, i.client_id, i.contract_id, i.period, i.from_on, i.to_on,
      i.issued_on, i.due_on, i.last_payable_on, i.subtotal, i.vat, i.total, ${series.runId}::uuid, i.snapshot, i.balance
    from (select current_company() as id) current,
      rows from (unnest(
        ${uuidArray(ids)}::uuid[], ${plainArray(postings.map((_, index) => series.last + 1 + index))}::bigint[],
        ${uuidArray(postings.map((posting) => posting.client_id))}::uuid[], ${uuidArray(postings.map((posting) => posting.contract_id))}::uuid[], ${column((posting) => posting.period)}::text[],
        ${column((posting) => posting.bounds?.from_on ?? null)}::date[], ${column((posting) => posting.bounds?.to_on ?? null)}::date[],
        ${column((posting) => posting.issued_on)}::date[], ${column((posting) => posting.due_on)}::date[],
        ${column((posting) => lastPayableOn(posting.due_on))}::date[], ${column((posting) => posting.subtotal)}::bigint[],
        ${column((posting) => posting.vat)}::bigint[], ${column((posting) => posting.total)}::bigint[],
        ${column((posting) => posting.total - posting.credit)}::bigint[]
      ), jsonb_array_elements(${JSON.stringify(postings.map(({ snapshot }) => snapshot))}::jsonb))
        i (id, number, client_id, contract_id, period, from_on, to_on, issued_on, due_on, last_payable_on, subtotal, vat, total, balance, snapshot)`.execute(
    tx,
  )
}

async function insertLines(tx: Tx, postings: readonly ComputedInvoice[], ids: readonly string[]) {
  const lines = postings.flatMap((posting, index) =>
    posting.lines.map((line, position) => ({ ...line, invoice_id: ids[index] ?? '', position: position + 1 })),
  )
  const column = (value: (line: (typeof lines)[number]) => string | number) => plainArray(lines.map(value))
  await sql`
    insert into invoice_lines (company_id, invoice_id, position, kind, description, quantity, base, vat_treatment, vat_bps, vat, total)
    select current.id, l.* from (select current_company() as id) current,
      unnest(
        ${uuidArray(lines.map((line) => line.invoice_id))}::uuid[], ${column((line) => line.position)}::smallint[], ${column((line) => line.kind)}::text[],
        ${textArray(lines.map((line) => line.description))}::text[], ${column((line) => line.quantity)}::int[],
        ${column((line) => line.base)}::bigint[], ${column((line) => line.vat_treatment)}::text[], ${column((line) => line.vat_bps)}::int[],
        ${column((line) => line.vat)}::bigint[], ${column((line) => line.total)}::bigint[]
      ) l`.execute(tx)
}
