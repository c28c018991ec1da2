import { sql } from 'kysely'
import { CLIENT_REASONS, REASON_CODES, REASONS } from '#domain/einvoices/rejection.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { WITHDRAWN, withdrawAnnulled } from './withdraw.ts'

/** Queues the electronic documents of what is issued, in its transaction. Nothing for a company without electronic invoicing. */
export const queuedDocuments = { invoices: queueInvoices, note: queueNote, problem: problemOf }

/** Why the document of an invoice was not accepted, and what to correct (EIN-02). */
async function problemOf(tx: Tx, invoiceId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('electronic_documents')
    .select('reason')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .where('is_trial', '=', false)
    .where('status', 'in', ['rejected', 'manual'])
    .executeTakeFirst()
  const code = REASON_CODES.find((known) => known === row?.reason)
  return code === undefined ? null : `${REASONS[code].words} ${REASONS[code].mend}`
}

/** One statement for a batch of a run; its queue is created with the first document of the company. */
async function queueInvoices(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with company as (
      select id from companies c where id = (select current_company())
        and (is_factus_integration or exists (select from file_issuers f where f.company_id = c.id and f.is_on))
    ),
    queue as (insert into electronic_queues (company_id) select id from company on conflict do nothing)
    insert into electronic_documents (company_id, kind, invoice_id)
    select company.id, 'invoice', i.id from company, unnest(${uuidArray(ids)}::uuid[]) i (id)`.execute(tx)
}

/**
 * Queues the note of an invoice that has an electronic document: the note of another invoice corrects nothing at the DIAN. An invoice that
 * its notes annul whole before a provider had it is withdrawn with them.
 */
async function queueNote(tx: Tx, noteId: string, invoiceId: string): Promise<void> {
  const isWithdrawn = await withdrawAnnulled(tx, invoiceId)
  const status: ElectronicStatus = isWithdrawn ? 'withdrawn' : 'queued'
  await sql`
    with note as (
      insert into electronic_documents (company_id, kind, invoice_id, credit_note_id, status)
      select d.company_id, 'credit_note', d.invoice_id, ${noteId}::uuid, ${status} from electronic_documents d
      where d.company_id = (select current_company()) and d.invoice_id = ${invoiceId} and d.kind = 'invoice' and not d.is_trial
      returning company_id, id, status
    )
    insert into electronic_steps (company_id, document_id, at, to_status, text, author)
    select company_id, id, now(), status, ${WITHDRAWN}, 'Enlace' from note where status = 'withdrawn'`.execute(tx)
}

/** A range that a person chose, and an account whose credentials passed their test: the queue that waited for them goes on. */
export const freedQueues: ReactionToOne = ({ name, companyId, after }) => {
  const isTested = name === 'integration.tested' && after?.provider === 'factus' && after.problem === null
  if (name !== 'numbering_range.chosen' && !isTested) return { with: [], select: [] }
  const queue = sql`freed_queue as (
    update electronic_queues set problem = null, problem_text = null, problem_since = null, wait_until = null, failures = 0,
      invoices_blocked_until = null, notes_blocked_until = null
    where company_id = ${companyId} and (problem in ('range', 'account', 'credentials') or (${isTested} and problem = 'blocked'))
  )`
  const documents = sql`freed_documents as (
    update electronic_documents set next_try_at = null
    where company_id = ${companyId} and status = 'queued' and next_try_at is not null
  )`
  return { with: [queue, documents], select: [] }
}

/**
 * A correction of a client sends its rejected documents again (EIN-02): those whose reason is a datum of the client. The try reads the
 * client of that moment.
 */
export const correctedClients: ReactionToOne = ({ name, entityId, companyId }) => {
  if ((name !== 'client.updated' && name !== 'client.email_changed') || entityId === null)
    return { with: [], select: [] }
  const corrected = sql`corrected as (
    update electronic_documents d set status = 'queued', reason = null, payload = null, next_try_at = null, changed_at = now()
    from invoices i
    where d.company_id = ${companyId} and d.status = 'rejected' and d.reason = any (${plainArray(CLIENT_REASONS)}::text[])
      and i.company_id = d.company_id and i.id = d.invoice_id and i.client_id = ${entityId}
    returning d.company_id, d.id
  )`
  const steps = sql`corrected_steps as (
    insert into electronic_steps (company_id, document_id, at, to_status, text, author)
    select company_id, id, now(), 'queued', 'Los datos del cliente cambiaron: se envía de nuevo', 'Enlace' from corrected
  )`
  return { with: [corrected, steps], select: [] }
}
