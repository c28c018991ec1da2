import { countJobMail } from '#server/auth/throttle.ts'
import type { BulkWork } from '#server/bulk/action.ts'
import { listBilledInvoices } from './billed.ts'
import { invoiceMessage, readSender } from './compose.ts'
import { insertMessages, type NewMessage } from './queries.ts'

type SendMany = Extract<BulkWork, { kind: 'rows' }>['run']

/** Queues the email of each invoice of a batch, once per job. Those of clients without address, or over the emails of a day, fail. */
export const sendInvoices: SendMany = async (job, tx, rows) => {
  const ids = rows.map(({ id }) => id)
  const invoices = new Map((await listBilledInvoices(tx, ids)).map((invoice) => [invoice.id, invoice]))
  const sender = await readSender(tx)
  const now = job.world.clock()
  const failures = new Map<string, string>()
  const messages: NewMessage[] = []
  for (const id of ids) {
    const invoice = invoices.get(id)
    if (!invoice) failures.set(id, 'Esa factura ya no existe')
    else if (invoice.to === '') failures.set(id, `${invoice.client_name} no tiene correo: agrégalo en su ficha`)
    else {
      const reason = await countJobMail(tx, job.world, invoice.client_id)
      if (reason !== null) failures.set(id, reason)
      else {
        const message = invoiceMessage(job.world, sender, invoice, { now, dedupe: `bulk:${job.id}:${id}` })
        messages.push({ ...message, bulk_job_id: job.id })
      }
    }
  }
  await insertMessages(tx, messages)
  return failures
}
