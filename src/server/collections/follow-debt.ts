import { type RawBuilder, sql } from 'kysely'
import type { NewEvent, Reaction } from '#server/core/events.ts'

/**
 * Queues the check of the cuts of a client whose debt is corrected: a credit note of an invoice that was due before the cut, or a payment
 * of an earlier day than the cut (docs/decisions/0079). A client without such a cut gets no job.
 */
export const queueUnowed: Reaction = (events) => ({
  with: [],
  select: events.flatMap((event) => {
    const corrected = CORRECTED[event.name]?.(event)
    return corrected === undefined ? [] : [jobOf(event, corrected)]
  }),
})

/** The client, the contract of the invoice, and the day after which a cut may have been without a debt. */
const CORRECTED: Readonly<Record<string, (event: NewEvent) => RawBuilder<unknown> | undefined>> = {
  'credit_note.created': ({ companyId, after }) => {
    const invoiceId = after?.['invoice_id']
    if (typeof invoiceId !== 'string') return undefined
    return sql`select client_id, contract_id, due_on as on_day from invoices where company_id = ${companyId}::uuid and id = ${invoiceId}::uuid`
  },
  'payment.registered': ({ companyId, entityId }) =>
    sql`select client_id, null::uuid as contract_id, paid_on as on_day from payments
      where company_id = ${companyId}::uuid and id = ${entityId}::uuid`,
}

const jobOf = ({ companyId }: NewEvent, corrected: RawBuilder<unknown>) => sql`
  select enqueue('collection.unowed', json_build_object('company_id', ${companyId}::uuid, 'client_id', k.client_id),
    'collection.unowed ' || k.client_id)
  from (${corrected}) k
  where exists (
    select from (
      select id from contracts where company_id = ${companyId}::uuid and client_id = k.client_id union all select k.contract_id
    ) c
    join suspension_intervals s on s.company_id = ${companyId}::uuid and s.contract_id = c.id
    where s.kind = 'arrears' and s.from_on > k.on_day and not s.is_unowed
  )`
