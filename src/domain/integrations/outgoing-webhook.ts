import * as z from 'zod/mini'
import type { EventName } from '#domain/core/event.ts'
import { lineOfText, patternText } from '#domain/core/text.ts'

/** The webhooks of a company, and the days that a finished delivery is kept. */
export const WEBHOOKS_MAX = 10
export const DELIVERY_DAYS = 30

/** The recorded events that a webhook may receive, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'client.created',
  'client.updated',
  'client.email_changed',
  'client.status_switched',
  'contract.signed',
  'contract.activated',
  'contract.suspended',
  'contract.reconnected',
  'contract.plan_changed',
  'contract.transferred',
  'contract.terminated',
  'contract.ended',
  'invoice.created',
  'run.finished',
  'credit_note.created',
  'payment.registered',
  'payment.reversed',
  'promise.made',
  'pqr.filed',
  'pqr.messaged',
  'pqr.answered',
  'pqr.appealed',
  'pqr.closed',
  'pqr.withdrawn',
  'visit.planned',
  'visit.done',
  'report.created',
  'outage.announced',
  'outage.ended',
] as const satisfies readonly EventName[]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'client.created': 'Cliente creado',
  'client.updated': 'Cliente actualizado',
  'client.email_changed': 'Correo de un cliente cambiado',
  'client.status_switched': 'Cliente activado o desactivado',
  'contract.signed': 'Contrato firmado',
  'contract.activated': 'Contrato activado',
  'contract.suspended': 'Contrato suspendido',
  'contract.reconnected': 'Contrato reconectado',
  'contract.plan_changed': 'Plan cambiado',
  'contract.transferred': 'Contrato trasladado',
  'contract.terminated': 'Retiro registrado',
  'contract.ended': 'Contrato retirado',
  'invoice.created': 'Factura emitida',
  'run.finished': 'Facturación masiva terminada',
  'credit_note.created': 'Nota crédito emitida',
  'payment.registered': 'Pago aprobado o registrado',
  'payment.reversed': 'Pago reversado',
  'promise.made': 'Promesa de pago',
  'pqr.filed': 'PQR radicada',
  'pqr.messaged': 'Mensaje en una PQR',
  'pqr.answered': 'PQR respondida',
  'pqr.appealed': 'Recurso de una PQR',
  'pqr.closed': 'PQR cerrada',
  'pqr.withdrawn': 'Desistimiento de una PQR',
  'visit.planned': 'Visita programada',
  'visit.done': 'Visita hecha',
  'report.created': 'Acta guardada',
  'outage.announced': 'Falla anunciada',
  'outage.ended': 'Falla resuelta',
}

export const WEBHOOK_STATES = ['on', 'off', 'paused'] as const
export const WEBHOOK_STATE_LABELS: Readonly<Record<(typeof WEBHOOK_STATES)[number], string>> = {
  on: 'Encendido',
  off: 'Apagado',
  paused: 'En pausa',
}

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
export const DELIVERY_STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  queued: 'En cola',
  delivered: 'Entregado',
  failed: 'Falló',
}

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'Elige un evento de la lista' }))
  .check(
    z.minLength(1, { error: 'Elige al menos un evento' }),
    z.maxLength(WEBHOOK_EVENTS.length, { error: 'Elige cada evento una vez' }),
  )
const url = patternText(
  500,
  /^https?:\/\/[a-z0-9.:[\]-]+(\/[\w./~%=&?+-]*)?$/i,
  'Escribe la dirección completa, como https://miempresa.co/enlace',
)
const name = lineOfText('Escribe a qué programa le avisas', 60)

export const NewWebhook = z.strictObject({ name, url, events })
/** Absent fields do not change. */
export const WebhookChanges = z.strictObject({
  name: z.optional(name),
  url: z.optional(url),
  events: z.optional(events),
  state: z.optional(z.enum(['on', 'off'], { error: 'Elige si está encendido' })),
})

/** A webhook, without its secret. */
export const OutgoingWebhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: z.enum(WEBHOOK_STATES),
  problem: z.nullable(z.string()),
  /** Its deliveries that wait. */
  queued: z.number(),
  answered_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
})
export type OutgoingWebhook = z.output<typeof OutgoingWebhook>

/** An event on its way to a webhook. */
export const WebhookDelivery = z.object({
  id: z.uuid(),
  webhook: z.object({ id: z.uuid(), name: z.string() }),
  type: z.enum(WEBHOOK_EVENTS),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  status: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  /** When a queued one is tried. */
  next_try_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** The same with its body and each of its tries, the latest first. */
export const WebhookDeliveryDetail = z.extend(WebhookDelivery, {
  url: z.string(),
  body: z.string(),
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      status: z.nullable(z.number()),
      problem: z.nullable(z.string()),
      answer: z.string(),
      took_ms: z.number(),
    }),
  ),
})

/** The minutes before each next try: the last one is three days after the first. */
const RETRY_MINUTES = [1, 5, 15, 60, 360, 1_440, 1_440, 999] as const

/** The wait before the next try of a delivery after `tries` of them, in milliseconds. Null: it is given up. */
export function deliverAgainAfterMs(tries: number): number | null {
  const minutes = RETRY_MINUTES[tries - 1]
  return minutes === undefined ? null : minutes * 60_000
}

/** Why an answer is not a success; null when it is. A redirect is not followed: it could lead to any address. */
export function problemOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `respondió ${status}: escribe la dirección final, sin redirecciones`
  return `respondió ${status}`
}
