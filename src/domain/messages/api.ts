import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { ClientReply, MESSAGE_STATUSES, Message, RunMail, SendChannel } from './message.ts'

/** The sort keys of a list of messages. */
export const MESSAGE_SORTS = ['created_at'] as const

const roles = ['financial'] as const
const params = z.object({ id: z.uuid() })
/** The queued email: the invoice, and its address. */
const QueuedReply = z.object({
  data: z.object({ id: z.uuid(), number: z.string(), channel: SendChannel, to: z.string() }),
  message: z.string(),
})

export const messageApi = api({
  list: {
    method: 'GET',
    path: '/message',
    summary: 'Los mensajes que salieron, los que esperan y los que no se pudieron enviar',
    clientRows: 'data',
    roles,
    query: z.strictObject({
      ...pagingQuery,
      ...sortQuery(MESSAGE_SORTS),
      status: z.optional(z.enum(MESSAGE_STATUSES)),
    }),
    /** `resendable`: how many messages can be sent again. */
    reply: z.object({ data: z.array(Message), meta: z.optional(PageMeta), resendable: z.number() }),
  },
  replies: {
    method: 'GET',
    path: '/message/reply',
    summary: 'Lo que los clientes respondieron por WhatsApp, lo último primero',
    clientRows: 'data',
    roles,
    query: z.strictObject({ ...pageQuery, q: pagingQuery.q }),
    reply: z.object({ data: z.array(ClientReply), meta: PageMeta }),
  },
  resend: {
    method: 'POST',
    path: '/message/resend',
    summary: 'Envía de nuevo lo que no se pudo enviar: unos mensajes, o todos',
    roles,
    body: z.strictObject({ ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(100))) }),
    reply: z.object({ data: z.object({ count: z.number() }), message: z.string() }),
  },
  sendInvoice: {
    method: 'POST',
    path: '/invoice/:id/send',
    summary: 'Envía una factura al correo del cliente',
    roles,
    params,
    body: z.strictObject({ channel: z._default(SendChannel, 'email') }),
    reply: QueuedReply,
  },
  sendNote: {
    method: 'POST',
    path: '/credit-note/:id/send',
    summary: 'Envía una nota crédito al correo del cliente',
    roles,
    params,
    reply: QueuedReply,
  },
  remind: {
    method: 'POST',
    path: '/invoice/:id/reminder',
    summary: 'Recuerda el pago de una factura; si ya venció, sale en el horario que permite la ley',
    roles,
    params,
    reply: QueuedReply,
  },
  runMail: {
    method: 'GET',
    path: '/invoice/massive/:id/mail',
    summary: 'Cuántas facturas de una corrida tienen correo, cuántas ya salieron y cuántas no llegaron',
    roles,
    params,
    reply: z.object({ data: RunMail }),
  },
  sendRun: {
    method: 'POST',
    path: '/invoice/massive/:id/send',
    summary: 'Envía por correo las facturas de una corrida, cada una una sola vez',
    roles,
    status: 202,
    params,
    reply: z.object({ data: RunMail, message: z.string() }),
  },
})
