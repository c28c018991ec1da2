import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { CreditNoteRow, NOTE_SORTS } from '#domain/invoices/credit-note-api.ts'
import type { NoteConcept } from '#domain/invoices/note-concept.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'

export type NoteFilter = {
  client_id?: string | undefined
  concept_code?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  q?: string | undefined
  sort?: Sort<(typeof NOTE_SORTS)[number]> | undefined
}

type NoteRow = Omit<CreditNoteRow, 'number' | 'invoice' | 'client'> & {
  sequence: number
  invoice_id: string
  prefix: string
  invoice_sequence: number
  client_id: string
  client_name: string
  identification: string
}

const SORTS: SortColumns<(typeof NOTE_SORTS)[number]> = { number: ['n.number'] }

const COLUMNS = sql`n.id, n.number as sequence, n.concept_code, n.concept, n.issued_on, n.subtotal, n.vat, n.total, n.invoice_id,
  i.prefix, i.number as invoice_sequence, i.client_id, k.name as client_name, k.identification`

/** The invoice and its client, looked up by key for each note. */
const JOINS = sql`
  cross join lateral (select * from invoices i where i.company_id = n.company_id and i.id = n.invoice_id offset 0) i
  cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k`

const noteOf = ({
  sequence,
  invoice_id,
  prefix,
  invoice_sequence,
  client_id,
  client_name,
  identification,
  ...row
}: NoteRow): CreditNoteRow => ({
  ...row,
  number: `NC-${sequence}`,
  invoice: { id: invoice_id, number: invoiceNumber(prefix, invoice_sequence) },
  client: { id: client_id, name: client_name, identification },
})

function conditions({ client_id, concept_code, from, to, q }: NoteFilter) {
  const parts = [sql`n.company_id = (select current_company())`]
  if (client_id !== undefined) parts.push(notesOf(sql`i.client_id = ${client_id}`))
  if (concept_code !== undefined) parts.push(sql`n.concept_code = ${concept_code}`)
  if (from !== undefined) parts.push(sql`n.issued_on >= ${from}`)
  if (to !== undefined) parts.push(sql`n.issued_on <= ${to}`)
  const text = q?.trim() ?? ''
  const number = /^nc-?(\d{1,15})$/i.exec(text)?.[1]
  if (number !== undefined) parts.push(sql`n.number = ${Number(number)}`)
  else if (text !== '') parts.push(notesOf(sql`i.client_id in (select client_id from search_clients(${text}))`))
  return sql.join(parts, sql` and `)
}

const notesOf = (invoices: ReturnType<typeof sql>) =>
  sql`n.invoice_id in (select i.id from invoices i where i.company_id = (select current_company()) and ${invoices})`

/** The last ones first, unless `sort` says otherwise. */
export async function listNotes(tx: Tx, filter: NoteFilter, range: RowRange): Promise<CreditNoteRow[]> {
  const order = orderBy(SORTS, filter.sort ?? '-number')
  const { rows } = await sql<NoteRow>`
    select ${COLUMNS}
    from (select n.* from credit_notes n where ${conditions(filter)} order by ${order} ${pageOf(range)}) n ${JOINS}
    order by ${order}`.execute(tx)
  return rows.map(noteOf)
}

/** The number of notes that match, and their sums. */
export async function totalNotes(
  tx: Tx,
  filter: NoteFilter,
): Promise<{ count: number; subtotal: Money; vat: Money; total: Money }> {
  const { rows } = await sql<{ count: number; subtotal: Money; vat: Money; total: Money }>`
    select count(*)::int as count, coalesce(sum(n.subtotal), 0)::bigint as subtotal, coalesce(sum(n.vat), 0)::bigint as vat,
      coalesce(sum(n.total), 0)::bigint as total
    from credit_notes n where ${conditions(filter)}`.execute(tx)
  return rows[0] ?? { count: 0, subtotal: ZERO, vat: ZERO, total: ZERO }
}

/** One note. `userId`: only a note of the client of that user. */
export async function getNote(tx: Tx, id: string, userId: string | null): Promise<CreditNoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    select ${COLUMNS} from credit_notes n ${JOINS} where n.company_id = (select current_company()) and n.id = ${id}
      and (${userId}::uuid is null or k.user_id = ${userId}::uuid)`.execute(tx)
  return rows.map(noteOf)[0]
}

/** The number of the contract of an invoice; null for an opening balance. */
export async function getContractOf(tx: Tx, invoiceId: string): Promise<string | null> {
  const { rows } = await sql<{ no_contract: string }>`
    select c.no_contract from invoices i join contracts c on c.company_id = i.company_id and c.id = i.contract_id
    where i.company_id = (select current_company()) and i.id = ${invoiceId}`.execute(tx)
  return rows[0]?.no_contract ?? null
}

/** What a note credits of a line of its invoice. */
export type NoteLine = { description: string; base: Money; vat: Money; vat_treatment: VatTreatment }

const StoredParts = z.array(z.object({ position: z.number(), base: z.number(), vat: z.number() }))

/** What a note credits, line by line. */
export async function listNoteLines(tx: Tx, id: string): Promise<NoteLine[]> {
  const note = await tx
    .selectFrom('credit_notes')
    .select(['invoice_id', 'lines'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'description', 'vat_treatment'])
    .where('invoice_id', '=', note.invoice_id)
    .execute()
  return z.parse(StoredParts, note.lines).flatMap(({ position, base, vat }) => {
    const line = lines.find((one) => one.position === position)
    if (!line) return []
    const { description, vat_treatment } = line
    return [{ description, base: money(base), vat: money(vat), vat_treatment }]
  })
}

/** The concepts of the DIAN, also those that are no longer in force. */
export const listConcepts = (tx: Tx): Promise<NoteConcept[]> =>
  tx
    .selectFrom('note_concepts')
    .select(['code', 'name', 'valid_from', 'valid_to', 'legal_basis'])
    .orderBy('code')
    .orderBy('valid_from')
    .execute()
