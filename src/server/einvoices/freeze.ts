import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { IdentificationType } from '#domain/clients/client.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, plus, sum } from '#domain/core/money.ts'
import {
  Buyer,
  buyerOf,
  type DocumentKind,
  dueOnWhenSent,
  type FrozenDocument,
  type FrozenLine,
  linesWithoutDiscounts,
  referenceOf,
} from '#domain/einvoices/document.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { regimeOn } from '#domain/taxes/regime.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Tx } from '#server/core/tx.ts'

/** A document that is not frozen. `reference`: of an earlier try. */
export type ToFreeze = {
  kind: DocumentKind
  invoice_id: string
  credit_note_id: string | null
  reference: string | null
}

type Header = {
  prefix: string
  sequence: number
  issued_on: Day
  due_on: Day
  from_on: Day | null
  to_on: Day | null
  type_identification: IdentificationType
  identification: string
  name: string
  business_name: string | null
  email: string | null
  phone: string | null
  address: string
  municipality_code: string
  issuer_name: string
  issuer_nit: string
}

/** The document as it is sent, with the client of today: figures and lines are those of the books. `rangeId`: of the provider. */
export async function freezeDocument(
  tx: Tx,
  document: ToFreeze,
  { rangeId, today, invoiceNumber: electronicNumber }: { rangeId: string; today: Day; invoiceNumber: string | null },
): Promise<FrozenDocument> {
  const [header, lines] = await Promise.all([readHeader(tx, document.invoice_id), readLines(tx, document.invoice_id)])
  const regime = regimeOn(await readTaxRegimes(tx), today)
  const issuer = { name: header.issuer_name, nit: header.issuer_nit, regime }
  const common = { range_id: rangeId, buyer: buyerOf(header), issuer }
  if (document.credit_note_id === null) {
    const number = invoiceNumber(header.prefix, header.sequence)
    const { from_on, to_on } = header
    return {
      ...common,
      kind: 'invoice',
      reference: document.reference ?? referenceOf(number, document.invoice_id),
      number,
      issued_on: header.issued_on,
      due_on: dueOnWhenSent(header.due_on, today),
      period: from_on === null || to_on === null ? null : { from_on, to_on },
      ...withTotals(lines.map(({ line }) => line)),
      note: null,
    }
  }
  const note = await readNote(tx, document.credit_note_id)
  return {
    ...common,
    buyer: (await readSentBuyer(tx, document.invoice_id)) ?? common.buyer,
    kind: 'credit_note',
    reference: document.reference ?? referenceOf(note.number, document.credit_note_id),
    number: note.number,
    issued_on: note.issued_on,
    due_on: null,
    period: null,
    ...withTotals(creditedLines(lines, note.parts)),
    note: { concept_code: note.concept_code ?? '1', reason: note.concept, invoice_number: electronicNumber ?? '' },
  }
}

function withTotals(lines: readonly FrozenLine[]): Pick<FrozenDocument, 'lines' | 'subtotal' | 'vat' | 'total'> {
  const subtotal = sum(lines.map(({ base }) => base))
  const vat = sum(lines.map((line) => line.vat))
  return { lines: linesWithoutDiscounts(lines), subtotal, vat, total: plus(subtotal, vat) }
}

async function readHeader(tx: Tx, invoiceId: string): Promise<Header> {
  const { rows } = await sql<Header>`
    select i.prefix, i.number as sequence, i.issued_on, i.due_on, i.from_on, i.to_on, k.type_identification, k.identification, k.name,
      k.business_name, k.email, k.phone, k.address, k.municipality_code, c.name as issuer_name, c.nit as issuer_nit
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id join companies c on c.id = i.company_id
    where i.company_id = (select current_company()) and i.id = ${invoiceId}`.execute(tx)
  const header = rows[0]
  if (!header) throw new Error('an electronic document has no invoice')
  return header
}

type Line = { position: number; line: FrozenLine }

async function readLines(tx: Tx, invoiceId: string): Promise<Line[]> {
  const rows = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'kind', 'description', 'quantity', 'base', 'vat_treatment', 'vat_bps', 'vat', 'total'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  return rows.map(({ kind, position, ...line }) => ({ position, line: { ...line, code: kind } }))
}

const StoredParts = z.array(z.object({ position: z.number(), base: z.number(), vat: z.number() }))

/** The buyer of the validated document of an invoice: a note names the same, also when the client changed. Null without one. */
async function readSentBuyer(tx: Tx, invoiceId: string): Promise<FrozenDocument['buyer'] | null> {
  const row = await tx
    .selectFrom('electronic_documents')
    .select('payload')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .where('is_trial', '=', false)
    .where('status', '=', 'validated')
    .executeTakeFirst()
  return row?.payload == null ? null : z.parse(Sent, row.payload).buyer
}

const Sent = z.object({ buyer: Buyer })

async function readNote(tx: Tx, id: string) {
  const note = await tx
    .selectFrom('credit_notes')
    .select(['number', 'issued_on', 'concept', 'concept_code', 'lines'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...note, number: `NC-${note.number}`, parts: z.parse(StoredParts, note.lines) }
}

/** The lines of a note: what it credits of each line of its invoice, with the VAT treatment of that line. */
const creditedLines = (lines: readonly Line[], parts: readonly { position: number; base: number; vat: number }[]) =>
  parts.flatMap((part): FrozenLine[] => {
    const found = lines.find(({ position }) => position === part.position)
    if (!found) return []
    const [base, vat]: [Money, Money] = [money(part.base), money(part.vat)]
    return [{ ...found.line, quantity: 1, base, vat, total: plus(base, vat) }]
  })
