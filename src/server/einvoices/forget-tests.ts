import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { HeadRow } from './head.ts'
import type { Issuer } from './issuer.ts'
import { withdrawIfAnnulled } from './outcome.ts'

/** Whether an issuer of production meets a document that an earlier try left in tests, which is worth nothing whatever is decided there. */
export const isLeftInTests = (issuer: Issuer, { environment, may_be_there, file_number }: HeadRow): boolean =>
  issuer.environment === 'production' && environment === 'test' && (may_be_there || file_number !== null)

const FORGOTTEN = 'Lo que se envió en pruebas no vale: el documento se envía en producción con los datos de hoy'
const WAITS = 'La nota se envía cuando la DIAN valide en producción el documento de su factura'

/**
 * Returns a document that was left in tests to the queue, as if it was never sent: production is another account, and the DIAN gives
 * its file no number of tests. A note whose invoice is not validated in production waits for that.
 */
export async function forgetTests(tx: Tx, { id, kind, invoice_id }: HeadRow, now: Date): Promise<void> {
  const isValidated = sql<boolean>`exists (
    select from electronic_documents d
    where d.company_id = (select current_company()) and d.invoice_id = ${invoice_id} and d.kind = 'invoice' and d.status = 'validated'
      and not d.is_trial
  )`
  await sql`
    with forgotten as (
      update electronic_documents set
        status = case when ${kind} = 'invoice' or ${isValidated} then 'queued' else 'withdrawn' end,
        environment = null, payload = null, frozen_at = null, may_be_there = false, is_aside = false, pending_since = null, next_try_at = null,
        file_number = null, file_range_id = null, file_code = null, xml_file = null, numbering = null, issued_on = null, generated_at = null, provider_reasons = '[]', changed_at = ${now}
      where company_id = (select current_company()) and id = ${id}
      returning company_id, id, status
    )
    insert into electronic_steps (company_id, document_id, at, to_status, text, author)
    select company_id, id, ${now}, status, case when status = 'queued' then ${FORGOTTEN} else ${WAITS} end, 'Enlace' from forgotten`.execute(
    tx,
  )
  await withdrawIfAnnulled(tx, id)
}

/**
 * Whether a document that was never sent is for production alone: its invoice, or its note, has a document of tests, and the account of tests
 * takes no reference twice.
 */
export async function hasTrial(
  tx: Tx,
  { status, may_be_there, kind, invoice_id, credit_note_id }: HeadRow,
): Promise<boolean> {
  if (status !== 'queued' || may_be_there) return false
  const { rows } = await sql<{ id: string }>`
    select id from electronic_documents
    where company_id = (select current_company()) and invoice_id = ${invoice_id} and kind = ${kind} and is_trial
      and credit_note_id is not distinct from ${credit_note_id}::uuid limit 1`.execute(tx)
  return rows.length > 0
}
