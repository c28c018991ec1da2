import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'

/** Why a document is withdrawn, in its steps. */
export const WITHDRAWN = 'La factura se anuló antes de llegar a la DIAN: ni ella ni sus notas se envían'

/**
 * Withdraws the document of an invoice without anything left to charge, and its notes, which waited for it. False when something is left,
 * when a provider or a person may have the document, and when there is none.
 */
export async function withdrawAnnulled(tx: Tx, invoiceId: string): Promise<boolean> {
  const withdraw = (which: RawBuilder<unknown>) =>
    sql`
      with withdrawn as (
        update electronic_documents d set status = 'withdrawn', reason = null, next_try_at = null, changed_at = now()
        where d.company_id = (select current_company()) and d.invoice_id = ${invoiceId} and not d.is_trial and ${which}
        returning d.company_id, d.id
      )
      insert into electronic_steps (company_id, document_id, at, to_status, text, author)
      select company_id, id, now(), 'withdrawn', ${WITHDRAWN}, 'Enlace' from withdrawn
      returning document_id`.execute(tx)
  const { rows } = await withdraw(sql`d.kind = 'invoice' and not d.may_be_there and d.file_number is null
    and (d.status in ('queued', 'rejected') or (d.status = 'manual' and d.reason = 'error')) and (
      select i.total from invoices i where i.company_id = d.company_id and i.id = d.invoice_id
    ) <= (select sum(n.total) from credit_notes n where n.company_id = d.company_id and n.invoice_id = d.invoice_id)`)
  if (rows.length === 0) return false
  await withdraw(sql`d.kind = 'credit_note' and d.status = 'queued'`)
  return true
}
