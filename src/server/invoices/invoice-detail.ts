import { sql } from 'kysely'
import { permanenceOf } from '#domain/contracts/clause.ts'
import { exitPrice, type PriceVat } from '#domain/contracts/paid.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import type { DayRange } from '#domain/core/period.ts'
import type { Segment } from '#domain/core/segment.ts'
import { isLateDelivery, sendByOn } from '#domain/invoices/due.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoicedService } from '#domain/invoices/invoiced-service.ts'
import { valueOn } from '#domain/parameters/parameter.ts'
import { type VatTreatment } from '#domain/taxes/charge.ts'
import { serviceVat } from '#domain/taxes/vat.ts'
import { vatRulesOfDay } from '#server/contracts/contract-change.ts'
import type { Tx } from '#server/core/tx.ts'
import { listInvoiceMovements } from '#server/ledger/movements.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listDisputesOf } from './dispute-queries.ts'
import { INVOICE_COLUMNS, INVOICE_JOINS, invoiceRowOf } from './queries.ts'

type InvoiceDetailRow = Parameters<typeof invoiceRowOf>[0] & {
  from_on: Day | null
  to_on: Day | null
  snapshot: {
    previous_balance?: number
    previous_disputed?: number
    credit_taken?: number
    prices_include_vat?: boolean
    service_treatment?: VatTreatment | null
    service_bps?: number | null
    service?: InvoicedService
  }
  connection_cost: Money | null
  discounted_value: Money | null
  permanence_from: Day | null
  permanence_months: number | null
  signed_vat_bps: number | null
  billing_cut_day: number | null
  active_to: Day | null
  prices_include_vat: boolean | null
  segment: Segment | null
  stratum: number | null
  pauses: DayRange[]
  sent_at: Date | null
}

/**
 * One invoice with its detail. Undefined when it is absent or not of the client of `userId` (INV-01, INV-08). `asIssued`: for its
 * document, which has the VAT of the service that was kept at the issue, whatever changed later; otherwise the VAT of today.
 */
export async function readInvoiceDetail(
  tx: Tx,
  id: string,
  userId: string | null,
  today: Day,
  { asIssued = false } = {},
): Promise<Invoice | undefined> {
  const { rows } = await sql<InvoiceDetailRow>`
    select ${INVOICE_COLUMNS}, i.from_on, i.to_on, i.snapshot, c.connection_cost, c.discounted_value, c.permanence_from, c.permanence_months, c.signed_vat_bps,
      c.billing_cut_day, c.active_to, c.prices_include_vat, c.segment, c.stratum, s.pauses, d.sent_at
    from invoices i ${INVOICE_JOINS}
    cross join lateral (
      select coalesce(json_agg(json_build_object('from_on', v.from_on, 'to_on', v.to_on)), '[]') as pauses
      from suspension_intervals v where v.company_id = i.company_id and v.contract_id = i.contract_id and v.kind = 'voluntary'
    ) s
    cross join lateral (
      select min(m.sent_at) as sent_at from messages m
      where m.company_id = i.company_id and m.invoice_id = i.id and m.kind = 'invoice' and m.status = 'sent'
    ) d
    where i.company_id = (select current_company()) and i.id = ${id} and (${userId}::uuid is null or k.user_id = ${userId}::uuid)`.execute(
    tx,
  )
  const invoice = rows[0]
  if (!invoice) return undefined
  const [lines, movements, notes, disputes] = await Promise.all([
    listLines(tx, id),
    listInvoiceMovements(tx, id),
    listNotes(tx, id),
    listDisputesOf(tx, id),
  ])
  const { from_on, to_on, snapshot } = invoice
  return {
    ...listedOf(invoice, today),
    from_on,
    to_on,
    lines,
    movements,
    credit_notes: notes,
    previous_balance: money(snapshot.previous_balance ?? 0),
    previous_disputed: money(snapshot.previous_disputed ?? 0),
    credit_taken: money(snapshot.credit_taken ?? 0),
    permanence: await permanenceBlock(tx, invoice, today, asIssued),
    service: snapshot.service ?? null,
    delivery: await deliveryOf(tx, invoice, today),
    dispute: disputes.find(({ outcome }) => outcome === null) ?? null,
    disputes,
    electronic_problem: null,
  }
}

/** The fields of a list, without the columns of the detail. */
function listedOf(invoice: InvoiceDetailRow, today: Day) {
  const {
    from_on: _starts,
    to_on: _ends,
    snapshot: _snapshot,
    connection_cost: _cost,
    discounted_value: _discount,
    permanence_from: _from,
    permanence_months: _months,
    signed_vat_bps: _signed_vat,
    billing_cut_day: _cut_day,
    active_to: _end,
    prices_include_vat: _includes,
    segment: _segment,
    stratum: _stratum,
    pauses: _pauses,
    sent_at: _sent_at,
    ...row
  } = invoice
  return invoiceRowOf(row, today)
}

/**
 * The permanence block, mandatory on every invoice while the clause is in force (R2.2): the values of the contract page on that day,
 * with its pauses and its end (INV-08). Null on an invoice issued after the clause or after the contract.
 */
async function permanenceBlock(
  tx: Tx,
  invoice: InvoiceDetailRow,
  on: Day,
  asIssued: boolean,
): Promise<Invoice['permanence']> {
  const { connection_cost, discounted_value, permanence_months, billing_cut_day, active_to, issued_on } = invoice
  if (connection_cost === null || discounted_value === null || permanence_months === null || billing_cut_day === null)
    return null
  const { permanence_from, pauses } = invoice
  const isOver = active_to !== null && active_to < on
  const clause = permanenceOf(
    { discounted_value, permanence_from, permanence_months, billing_cut_day, pauses },
    on,
    isOver,
  )
  if (clause === null || issued_on > clause.ends_on || (active_to !== null && issued_on > active_to)) return null
  const { from_on, ends_on, exit_value_today } = clause
  const price_vat = asIssued ? issuedVat(invoice) : await currentVat(tx, invoice, on)
  return {
    connection_cost,
    discounted_value,
    from_on,
    ends_on,
    exit_value: price_vat ? exitPrice(exit_value_today, invoice.signed_vat_bps, price_vat) : exit_value_today,
    ...(price_vat && { price_vat }),
  }
}

/** The VAT of the service at the issue. Undefined for an invoice that was issued without keeping it: its document stays as it was. */
function issuedVat({ snapshot }: InvoiceDetailRow): PriceVat | undefined {
  const { prices_include_vat, service_treatment, service_bps } = snapshot
  if (prices_include_vat === undefined || service_treatment === undefined || service_bps === undefined) return undefined
  const isKnown = service_treatment !== null && service_bps !== null
  return {
    price_includes_vat: prices_include_vat,
    vat: isKnown ? { treatment: service_treatment, rate_bps: service_bps } : null,
  }
}

/** The VAT of the service today, as the page of the contract has it. */
async function currentVat(tx: Tx, row: InvoiceDetailRow, today: Day): Promise<PriceVat | undefined> {
  const { prices_include_vat, segment, stratum } = row
  if (prices_include_vat === null || segment === null) return undefined
  const vat = serviceVat({ segment, stratum }, await vatRulesOfDay(tx, today))
  return {
    price_includes_vat: prices_include_vat,
    vat: vat && { treatment: vat.treatment, rate_bps: vat.rate_bps },
  }
}

/** The delivery of an invoice, by the notice in force on its issue day (INV-07). */
async function deliveryOf(
  tx: Tx,
  { kind, issued_on, due_on, sent_at }: InvoiceDetailRow,
  today: Day,
): Promise<Invoice['delivery']> {
  const notice = valueOn(await readParameters(tx), 'billing.delivery_notice', issued_on)
  if (kind === 'opening' || kind === 'voided_payment' || notice === null) return null
  const send_by_on = sendByOn(due_on, notice)
  const is_late = isLateDelivery(send_by_on, sent_at && dayOf(sent_at), today)
  return { send_by_on, sent_at: sent_at?.toISOString() ?? null, is_late }
}

async function listLines(tx: Tx, id: string): Promise<Invoice['lines']> {
  const rows = await tx
    .selectFrom('invoice_lines')
    .select(['kind', 'description', 'quantity', 'base', 'vat_treatment', 'vat_bps', 'vat', 'total'])
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ vat_bps, ...line }) => ({ ...line, vat_rate: vat_bps / 10_000 }))
}

async function listNotes(tx: Tx, id: string): Promise<Invoice['credit_notes']> {
  const rows = await tx
    .selectFrom('credit_notes')
    .select(['id', 'number', 'concept_code', 'concept', 'issued_on', 'subtotal', 'vat', 'total'])
    .where('invoice_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, number: `NC-${row.number}` }))
}
