import * as z from 'zod/mini'
import { MINUTE_MS } from '#domain/core/durations.ts'

/** The states of a message. The check of the table `messages` has the same values. */
export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'held',
  'sent',
  'failed',
  'unknown',
  'dropped',
  'replaced',
] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const MESSAGE_STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  queued: 'Por enviar',
  sending: 'Enviando',
  held: 'En espera',
  sent: 'Enviado',
  failed: 'No se envió',
  unknown: 'Sin confirmar',
  dropped: 'Ya no hacía falta',
  replaced: 'Pasó al correo',
}

/** The channels of the messages that the product sends. The check of the table `messages` has the same values. */
const MESSAGE_CHANNELS = ['email', 'whatsapp', 'sms'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]
export const MESSAGE_CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = {
  email: 'Correo',
  whatsapp: 'WhatsApp',
  sms: 'Mensaje de texto',
}

/** How far a message by WhatsApp came, in this order. `accepted`: Meta has it; only `delivered` says that the phone has it. */
export const DELIVERY_STEPS = ['accepted', 'sent', 'delivered', 'read'] as const
export type DeliveryStep = (typeof DELIVERY_STEPS)[number]
export const DELIVERY_LABELS: Readonly<Record<DeliveryStep, string>> = {
  accepted: 'En WhatsApp',
  sent: 'En camino',
  delivered: 'Entregado',
  read: 'Leído',
}

/** What is known of a text message that was sent: a gateway of text messages reports no delivery (docs/decisions/0066). */
export const SMS_SENT_NOTE = 'Tu proveedor de mensajes de texto lo recibió, pero no informa si llegó al celular'

/**
 * Whether a user may send a message again: it was not sent, or the result is unknown. One by WhatsApp that may have arrived is not: it
 * would arrive twice, and its delivery is still to come. Of a text message no delivery comes, so a person decides.
 */
export const isResendable = ({ status, channel }: Pick<Message, 'status' | 'channel'>): boolean =>
  status === 'failed' || (status === 'unknown' && channel !== 'whatsapp')

const MESSAGE_KINDS = [
  'invoice',
  'receipt',
  'reminder',
  'credit_note',
  'visit',
  'contract',
  'pqr',
  'report',
  'outage',
  'suspension',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]
export const MESSAGE_KIND_LABELS: Readonly<Record<MessageKind, string>> = {
  invoice: 'Factura',
  receipt: 'Recibo',
  reminder: 'Recordatorio de pago',
  credit_note: 'Nota crédito',
  visit: 'Visita',
  contract: 'Cambio del contrato',
  pqr: 'PQR',
  report: 'Reporte',
  outage: 'Falla del servicio',
  suspension: 'Aviso de cartera',
}

/** The channels by which an invoice can be sent. */
export const SendChannel = z.enum(['email'], { error: 'Una factura se envía por correo: usa email' })

/** A message in the list of the desk: recipient, subject and status, without its body. */
export const Message = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  /** How far one by WhatsApp came; null before Meta accepts it, and of an e-mail. */
  delivery: z.nullable(z.enum(DELIVERY_STEPS)),
  client: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  invoice_id: z.nullable(z.uuid()),
  subject: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  tries: z.number(),
  problem: z.nullable(z.string()),
  next_try_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  sent_at: z.nullable(z.iso.datetime()),
})
export type Message = z.output<typeof Message>

/** The e-mails of the invoices of a run: clients with and without an address, and the e-mails that left, wait or failed. */
export const RunMail = z.object({
  with_email: z.number(),
  without_email: z.number(),
  sent: z.number(),
  waiting: z.number(),
  failed: z.number(),
})
export type RunMail = z.output<typeof RunMail>

/** The invoices of a run whose e-mail is not written yet: before the first try, or because the client got an address later. */
export const unwrittenMail = ({ with_email, sent, waiting, failed }: RunMail): number =>
  Math.max(0, with_email - sent - waiting - failed)

/** The wait after each try, in minutes: short at first, then each half hour while the mail server is not available. */
const WAITS_MIN = [0.5, 2, 5, 10, 20, 30] as const
/** A day of tries, one each half hour at the end. After them a message is not tried again; a user must decide. */
const TRIES_MAX = 53

/**
 * The instant of the next try after `tries` tries; null when they were the last ones. By its tries and not by its age: one that waited for
 * days for its hours, or that a person sends again, begins to be tried then.
 */
export function nextTryAt(tries: number, now: Date): Date | null {
  if (tries >= TRIES_MAX) return null
  const wait = WAITS_MIN[Math.min(tries, WAITS_MIN.length) - 1] ?? WAITS_MIN[0]
  return new Date(now.getTime() + wait * MINUTE_MS)
}

/** The minutes after which a message in 'sending', without a result, becomes 'unknown'. */
export const UNKNOWN_AFTER_MIN = 10

/** A message that arrived at the WhatsApp number of a company. `phone`: with its country code. `client`: null for a number of no client. */
export const ClientReply = z.object({
  id: z.uuid(),
  client: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  phone: z.string(),
  text: z.string(),
  received_at: z.iso.datetime(),
})
export type ClientReply = z.output<typeof ClientReply>
