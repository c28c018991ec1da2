import * as z from 'zod/mini'

/** The states of a message. The check of the table `messages` has the same values. */
export const MESSAGE_STATUSES = ['queued', 'sending', 'held', 'sent', 'failed', 'unknown', 'dropped'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const MESSAGE_STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  queued: 'Por enviar',
  sending: 'Enviando',
  held: 'En espera',
  sent: 'Enviado',
  failed: 'No se envió',
  unknown: 'Sin confirmar',
  dropped: 'Ya no hacía falta',
}

/** The states in which a user may send a message again: it was not sent, or the result is unknown. */
export const RESENDABLE_STATUSES = ['failed', 'unknown'] as const satisfies readonly MessageStatus[]

const MESSAGE_KINDS = [
  'invoice',
  'receipt',
  'reminder',
  'credit_note',
  'visit',
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
  to: z.string(),
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

const MINUTE_MS = 60_000
/** The wait after each try, in minutes: short at first, then each half hour while the mail server is not available. */
const WAITS_MIN = [0.5, 2, 5, 10, 20, 30] as const
/** A day after its creation a message is not tried again; a user must decide. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS

/** The instant of the next try after `tries` tries. Null a day after the creation. */
export function nextTryAt(tries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_MS) return null
  const wait = WAITS_MIN[Math.min(tries, WAITS_MIN.length) - 1] ?? WAITS_MIN[0]
  return new Date(now.getTime() + wait * MINUTE_MS)
}

/** The minutes after which a message in 'sending', without a result, becomes 'unknown'. */
export const UNKNOWN_AFTER_MIN = 10
