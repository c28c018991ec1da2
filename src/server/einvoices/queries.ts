import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Money } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { ELECTRONIC_SORTS, ElectronicFilterStatus } from '#domain/einvoices/api.ts'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import type { ElectronicDetail, ElectronicRow } from '#domain/einvoices/electronic.ts'
import type { ReasonCode } from '#domain/einvoices/rejection.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import { invoiceNumber, parseInvoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

export type DocumentFilter = {
  now: Date
  q?: string | undefined
  status?: ElectronicFilterStatus | undefined
  kind?: DocumentKind | undefined
  reason?: ReasonCode | undefined
  age?: string | undefined
  run_id?: string | undefined
}

function conditions(filter: DocumentFilter): RawBuilder<unknown> {
  const parts = [sql`d.company_id = (select current_company())`]
  // The words of the partial index: without them an unsettled status reads every document.
  if (filter.status !== undefined) parts.push(statusCondition(filter.status))
  if (filter.kind !== undefined) parts.push(sql`d.kind = ${filter.kind}`)
  if (filter.reason !== undefined)
    parts.push(sql`d.status <> 'validated' and d.reason = ${filter.reason} and not d.is_trial`)
  if (filter.age !== undefined)
    parts.push(
      sql`d.status <> 'validated' and d.status <> 'withdrawn' and not d.is_trial and d.queued_at < ${new Date(filter.now.getTime() - Number(filter.age) * DAY_MS)}`,
    )
  if (filter.run_id !== undefined) parts.push(invoicesOf(sql`i.run_id = ${filter.run_id}::uuid`))
  const text = filter.q?.trim() ?? ''
  if (text !== '') parts.push(searchCondition(text))
  return sql.join(parts, sql` and `)
}

function statusCondition(status: ElectronicFilterStatus): RawBuilder<unknown> {
  if (status === 'trial') return sql`d.is_trial`
  return status === 'validated'
    ? sql`d.status = 'validated' and not d.is_trial`
    : sql`d.status <> 'validated' and d.status = ${sql.lit(status)} and not d.is_trial`
}

const invoicesOf = (invoices: RawBuilder<unknown>) =>
  sql`d.invoice_id = any (array(select i.id from invoices i where i.company_id = (select current_company()) and ${invoices}))`

/** By the reference, by the number of Enlace, by the number of the range, by CUFE, or by client. */
function searchCondition(text: string): RawBuilder<unknown> {
  const parsed = parseInvoiceNumber(text)
  const note = /^nc-?(\d{1,12})$/i.exec(text)?.[1]
  // The words of Factus name a document by its reference.
  if (/^[a-z]+-\d+-[0-9a-f]{8}$/i.test(text)) return sql`d.reference = ${text} and not d.is_trial`
  if (/^[0-9a-f]{96}$/i.test(text)) return sql`d.cufe = ${text.toLowerCase()}`
  if (note !== undefined)
    return sql`d.credit_note_id = any (array(select n.id from credit_notes n where n.company_id = (select current_company()) and n.number = ${Number(note)}))`
  const ofClient = invoicesOf(sql`i.client_id in (select client_id from search_clients(${text}))`)
  if (parsed === null) return ofClient
  const ofNumber = invoicesOf(sql`i.prefix = ${parsed.prefix} and i.number = ${parsed.number}`)
  return sql`(${ofNumber} or d.number = ${text.toUpperCase().replaceAll(/[\s-]/g, '')})`
}

type StoredDocument = {
  id: string
  kind: DocumentKind
  status: ElectronicStatus
  invoice_id: string
  credit_note_id: string | null
  prefix: string
  sequence: number
  note_sequence: number | null
  client_id: string
  client_name: string
  identification: string
  issued_on: Day
  total: Money
  number: string | null
  cufe: string | null
  is_trial: boolean
  environment: Environment | null
  tries: number
  reason: ReasonCode | null
  queued_at: Date
  validated_at: Date | null
  next_try_at: Date | null
}

const COLUMNS = sql`d.id, d.kind, d.status, d.invoice_id, d.credit_note_id, i.prefix, i.number as sequence, n.number as note_sequence,
  i.client_id, k.name as client_name, k.identification, coalesce(n.issued_on, i.issued_on) as issued_on, coalesce(n.total, i.total) as total,
  d.number, d.cufe, d.is_trial, d.environment, d.tries, d.reason, d.queued_at, d.validated_at, d.next_try_at`

/** Looked up by key for each document: `offset 0` prevents the planner from joining whole tables. */
const JOINS = sql`
  cross join lateral (select * from invoices i where i.company_id = d.company_id and i.id = d.invoice_id offset 0) i
  cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
  left join lateral (select * from credit_notes n where n.company_id = d.company_id and n.id = d.credit_note_id offset 0) n on true`

const rowOf = ({
  prefix,
  sequence,
  note_sequence,
  client_id,
  client_name,
  identification,
  ...row
}: StoredDocument): ElectronicRow => ({
  ...row,
  document: note_sequence === null ? invoiceNumber(prefix, sequence) : `NC-${note_sequence}`,
  client: { id: client_id, name: client_name, identification },
  queued_at: row.queued_at.toISOString(),
  validated_at: row.validated_at?.toISOString() ?? null,
  next_try_at: row.next_try_at?.toISOString() ?? null,
})

/** The newest documents first, unless `sort` says otherwise. Ids are time-ordered, and a document is queued when it is written. */
export async function listDocuments(
  tx: Tx,
  filter: DocumentFilter,
  sort: Sort<(typeof ELECTRONIC_SORTS)[number]>,
  range: RowRange,
): Promise<ElectronicRow[]> {
  const order = sort === 'queued_at' ? sql`d.id` : sql`d.id desc`
  const { rows } = await sql<StoredDocument>`
    select ${COLUMNS}
    from (select d.* from electronic_documents d where ${conditions(filter)} order by ${order} ${pageOf(range)}) d ${JOINS}
    order by ${order}`.execute(tx)
  return rows.map(rowOf)
}

export async function countDocuments(tx: Tx, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from electronic_documents d where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type DocumentDetail = Omit<ElectronicDetail, 'waits_for' | 'steps' | 'acceptances'> & {
  xml_file: string | null
  file_number: string | null
}

type StoredDetail = StoredDocument & { tacit_at: Date | null; concept: string | null } & Pick<
    DocumentDetail,
    'reference' | 'qr_url' | 'provider_reasons' | 'xml_file' | 'file_number' | 'file_code' | 'file_on'
  >

/** One document. Undefined when it is absent. */
export async function getDocument(tx: Tx, id: string): Promise<DocumentDetail | undefined> {
  const { rows } = await sql<StoredDetail>`
    select ${COLUMNS}, d.reference, d.qr_url, d.provider_reasons, d.xml_file, d.file_number,
      d.file_code, d.issued_on as file_on, d.tacit_at,
      (select c.code || ': ' || c.name from note_concepts c where c.code = n.concept_code and c.valid_from <= n.issued_on
        and (c.valid_to is null or n.issued_on <= c.valid_to)) as concept
    from electronic_documents d ${JOINS} where d.company_id = (select current_company()) and d.id = ${id}`.execute(tx)
  return rows.map(
    ({
      reference,
      qr_url,
      provider_reasons,
      xml_file,
      file_number,
      file_code,
      file_on,
      tacit_at,
      concept,
      ...row
    }) => ({
      ...rowOf(row),
      invoice: invoiceNumber(row.prefix, row.sequence),
      concept,
      reference,
      qr_url,
      provider_reasons,
      xml_file,
      file_number,
      file_code,
      file_on,
      claim_until: tacit_at === null ? null : addDays(dayOf(tacit_at), -1),
      has_xml: xml_file !== null,
    }),
  )[0]
}

/** The steps of a document, the first one first. */
export async function listSteps(tx: Tx, documentId: string): Promise<ElectronicDetail['steps']> {
  const rows = await tx
    .selectFrom('electronic_steps')
    .select(['id', 'at', 'to_status', 'text', 'author'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, ...step }) => ({ ...step, at: at.toISOString() }))
}
