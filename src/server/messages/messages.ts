import * as z from 'zod/mini'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { overdueOf } from '#domain/invoices/invoice.ts'
import { messageApi } from '#domain/messages/api.ts'
import { type RunMail, unwrittenMail } from '#domain/messages/message.ts'
import { countClientMail } from '#server/auth/throttle.ts'
import { mayCollectByEmail } from '#server/consents/consents.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Task } from '#server/core/jobs.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { getNote } from '#server/invoices/note-queries.ts'
import { countRunMail, getBilledInvoice, listInvoicesOfRun } from './billed.ts'
import { type BilledInvoice, invoiceMessage, noteMessage, readSender, reminderMessage } from './compose.ts'
import { writeContractMessage } from './contract-message.ts'
import { countMessages, countResendable, insertMessages, listMessages, requeueMessages } from './queries.ts'
import { writeVisitMessage } from './visit-message.ts'
import { countReplies, listReplies } from './whatsapp-replies.ts'

export const messages = implement(messageApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { status: query.status, q: query.q, sort: query.sort }
      const list = await pageReply(query, {
        rows: (range) => listMessages(tx, filter, range),
        total: () => countMessages(tx, filter),
        whole: ctx.wholeList,
      })
      return { ...list, resendable: await countResendable(tx) }
    }),

  replies: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, { rows: (range) => listReplies(tx, query.q, range), total: () => countReplies(tx, query.q) }),
    ),

  resend: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const count = await requeueMessages(tx, body.ids ?? null, ctx.now)
      if (count === 0) throw new Refusal('conflict', 'No hay mensajes por enviar de nuevo')
      await tx.record('messages.resent', { after: { count } })
      return { data: { count }, message: count === 1 ? 'Lo enviamos de nuevo' : `Enviamos ${count} mensajes de nuevo` }
    }),

  sendInvoice: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const invoice = await invoiceWithEmail(tx, params.id)
      await countClientMail(ctx, invoice.client_id)
      const message = invoiceMessage(ctx.world, await readSender(tx), invoice, { now: ctx.now, dedupe: null })
      await insertMessages(tx, [message])
      await record(tx, 'invoice.sent', invoice)
      return { data: queued(invoice), message: `Enviamos la factura ${invoice.number} a ${invoice.to}` }
    }),

  sendNote: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const note = await getNote(tx, params.id, null)
      if (!note) throw notFound('Esa nota no existe')
      const invoice = await invoiceWithEmail(tx, note.invoice.id)
      await countClientMail(ctx, note.client.id)
      await insertMessages(tx, [noteMessage(ctx.world, await readSender(tx), { note, invoice, now: ctx.now })])
      await tx.record('credit_note.sent', {
        entity_id: note.id,
        client_id: note.client.id,
        after: { number: note.number, to: invoice.to },
      })
      return {
        data: { ...queued(invoice), id: note.id, number: note.number },
        message: `Enviamos la nota ${note.number} a ${invoice.to}`,
      }
    }),

  remind: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const invoice = await invoiceWithEmail(tx, params.id)
      if (invoice.payable === 0) throw new Refusal('conflict', 'Esta factura no tiene nada por cobrar')
      const overdue = overdueOf(invoice, ctx.today)
      const isOverdue = overdue > 0
      if (isOverdue && !(await mayCollectByEmail(tx, ctx.actor.companyId, invoice.client_id))) {
        throw new Refusal('refused', notAuthorised(invoice))
      }
      // At most one reminder of an invoice per day.
      const dedupe = `reminder:${invoice.id}:${ctx.today}`
      const message = reminderMessage(ctx.world, await readSender(tx), invoice, { now: ctx.now, dedupe, overdue })
      if ((await insertMessages(tx, [message])) === 0) {
        throw new Refusal('conflict', `Hoy ya se recordó la factura ${invoice.number}`)
      }
      // After what a repeated one is refused for: only a mail that leaves counts.
      await countClientMail(ctx, invoice.client_id)
      await record(tx, 'invoice.reminded', invoice)
      return {
        data: queued(invoice),
        message: isOverdue
          ? `El recordatorio de la factura ${invoice.number} sale en el horario que permite la ley`
          : `Enviamos el recordatorio de la factura ${invoice.number}`,
      }
    }),

  runMail: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readRunMail(tx, params.id) })),

  sendRun: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const counts = await readRunMail(tx, params.id)
      if (counts.with_email === 0) throw new Refusal('conflict', 'Ninguno de sus clientes tiene correo: imprímelas')
      const count = unwrittenMail(counts)
      if (count === 0) throw new Refusal('conflict', 'Las facturas de esta corrida ya salieron: mira los mensajes')
      await tx.enqueue(
        'message.run',
        { company_id: ctx.actor.companyId, run_id: params.id },
        { jobKey: `message.run:${params.id}` },
      )
      await tx.record('run.sent', { entity_id: params.id, after: { count } })
      return { data: counts, message: sentCopy(count, counts) }
    }),
})

async function readRunMail(tx: Tx, runId: string): Promise<RunMail> {
  const counts = await countRunMail(tx, runId)
  if (!counts) throw notFound('Esa corrida no existe')
  return counts
}

const sentCopy = (count: number, { without_email }: RunMail): string =>
  `Enviamos ${count} ${count === 1 ? 'factura' : 'facturas'} por correo${without_email === 0 ? '' : `; ${without_email} sin correo quedan para imprimir`}`

async function invoiceWithEmail(tx: Tx, id: string): Promise<BilledInvoice> {
  const invoice = await getBilledInvoice(tx, id)
  if (!invoice) throw notFound('Esa factura no existe')
  if (invoice.to === '') throw new Refusal('conflict', `${invoice.client_name} no tiene correo: agrégalo en su ficha`)
  return invoice
}

const queued = ({ id, number, to }: BilledInvoice) => ({ id, number, channel: 'email' as const, to })

const notAuthorised = ({ client_name }: BilledInvoice): string =>
  `${client_name} no autoriza mensajes de cobro por correo: registra su autorización en la ficha, o usa otro medio que autorice`

const record = (tx: Tx, name: 'invoice.sent' | 'invoice.reminded', { id, number, to }: BilledInvoice): Promise<void> =>
  tx.record(name, { entity_id: id, after: { number, to } })

export const messageTasks = {
  'message.run': writeRunMessages,
  'message.visit': writeVisitMessage,
  'message.contract': writeContractMessage,
} satisfies Record<string, Task>

const Payload = z.object({ company_id: z.uuid(), run_id: z.uuid() })
const BATCH = 500

/** The job that queues the emails of a run: each invoice once, also when the job runs again or was interrupted. */
export async function writeRunMessages(world: World, payload: unknown): Promise<void> {
  const { company_id, run_id } = z.parse(Payload, payload)
  const scope = { ...SYSTEM, companyId: company_id }
  for (let after: string | null = null; ; ) {
    const last: string | null = await inTransaction(world.pool, 'enlace_app', scope, (tx) =>
      writeBatch(world, tx, run_id, after),
    )
    if (last === null) return
    after = last
  }
}

async function writeBatch(world: World, tx: Tx, runId: string, after: string | null): Promise<string | null> {
  const invoices = await listInvoicesOfRun(tx, runId, after, BATCH)
  const sender = await readSender(tx)
  const now = world.clock()
  await insertMessages(
    tx,
    invoices.map((invoice) => invoiceMessage(world, sender, invoice, { now, dedupe: `invoice:${invoice.id}` })),
  )
  return invoices.at(-1)?.id ?? null
}
