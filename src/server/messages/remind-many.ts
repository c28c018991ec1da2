import type { Day } from '#domain/core/days.ts'
import { dayOf } from '#domain/core/days.ts'
import { overdueOf } from '#domain/invoices/invoice.ts'
import { countJobMail } from '#server/auth/throttle.ts'
import type { BulkWork, Failures, RunningJob, Undone } from '#server/bulk/action.ts'
import { mayCollectByEmail } from '#server/consents/consents.ts'
import type { Tx } from '#server/core/tx.ts'
import { listBilledInvoices } from './billed.ts'
import { type BilledInvoice, readSender, reminderMessage } from './compose.ts'
import { countSentOfJob, dropMessagesOfJob, insertMessages, listClientsOfJob } from './queries.ts'

type RemindMany = Extract<BulkWork, { kind: 'rows' }>['run']

/** Queues a reminder of each invoice of a batch, one to each client. The contact guard decides when each leaves. */
export const remindInvoices: RemindMany = (job, tx, rows) =>
  remindEach(
    job,
    tx,
    rows.map(({ id }) => ({ id, invoice_id: id })),
  )

/** A row of the list, and the invoice that its reminder is about. */
type Reminded = { id: string; invoice_id: string }

/** Queues a reminder for each row: of one invoice to each client in the whole job. Returns the rows without one, each with its reason. */
export async function remindEach(job: RunningJob, tx: Tx, rows: readonly Reminded[]): Promise<Failures> {
  const found = await listBilledInvoices(
    tx,
    rows.map(({ invoice_id }) => invoice_id),
  )
  const invoices = new Map(found.map((invoice) => [invoice.id, invoice]))
  const sender = await readSender(tx)
  const written = await listClientsOfJob(tx, job.id)
  const now = job.world.clock()
  const failures = new Map<string, string>()
  for (const { id, invoice_id } of rows) {
    const invoice = invoices.get(invoice_id)
    const reason = invoice === undefined ? 'Esa factura ya no existe' : await reasonOf(job, tx, invoice, written)
    if (invoice === undefined || reason !== null) {
      failures.set(id, reason ?? '')
      continue
    }
    const today = dayOf(now)
    // At most one reminder of an invoice per day, also one that a person asked for alone.
    const options = { now, dedupe: `reminder:${invoice_id}:${today}`, overdue: overdueOf(invoice, today) }
    const message = { ...reminderMessage(job.world, sender, invoice, options), bulk_job_id: job.id }
    if ((await insertMessages(tx, [message])) === 0) failures.set(id, `Hoy ya se recordó la factura ${invoice.number}`)
    else written.add(invoice.client_id)
  }
  return failures
}

/** Why no reminder of an invoice is written; null when one is. */
async function reasonOf(
  job: RunningJob,
  tx: Tx,
  invoice: BilledInvoice,
  written: ReadonlySet<string>,
): Promise<string | null> {
  const { client_id, client_name, payable, number, to } = invoice
  const today: Day = dayOf(job.world.clock())
  if (to === '') return `${client_name} no tiene correo: agrégalo en su ficha`
  if (payable === 0) return `La factura ${number} no tiene nada por cobrar`
  if (written.has(client_id)) return `Ya va un recordatorio a ${client_name} en esta tarea`
  if (overdueOf(invoice, today) > 0 && !(await mayCollectByEmail(tx, job.companyId, client_id)))
    return `${client_name} no autoriza mensajes de cobro por correo`
  return countJobMail(tx, job.world, client_id)
}

/** Drops the messages of a job that have not left. */
export const undoMessages = async (tx: Tx, jobId: string): Promise<Undone> => ({
  dropped: await dropMessagesOfJob(tx, jobId, `Lo deshizo ${tx.scope.actorName}`),
  sent: await countSentOfJob(tx, jobId),
})
