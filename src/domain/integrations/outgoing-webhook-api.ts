import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import {
  DELIVERY_STATES,
  NewWebhook,
  OutgoingWebhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from './outgoing-webhook.ts'

const roles = ['admin'] as const
const params = z.object({ id: z.uuid() })
const WebhookReply = z.object({ data: OutgoingWebhook, message: z.string() })
const SecretReply = z.object({ data: OutgoingWebhook, secret: z.string(), message: z.string() })

const deliveryQuery = z.strictObject({
  ...pageQuery,
  webhook_id: z.optional(z.uuid({ error: 'Elige el webhook' })),
  state: z.optional(z.enum(DELIVERY_STATES, { error: 'No hay envíos en ese estado' })),
})
export type DeliveryQuery = z.output<typeof deliveryQuery>

/** The webhooks of a company, and what is sent to them (OPS-05). A secret is only in the reply that creates it. */
export const outgoingWebhookApi = api({
  list: {
    method: 'GET',
    path: '/outgoing-webhook',
    summary: 'Los webhooks de la empresa: su dirección, sus eventos y cómo van',
    roles,
    reply: z.object({ data: z.array(OutgoingWebhook) }),
  },
  create: {
    method: 'POST',
    path: '/outgoing-webhook',
    summary: 'Crea un webhook; su secreto solo se muestra en esta respuesta',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'never',
    body: z.strictObject({ webhook: NewWebhook }),
    reply: SecretReply,
  },
  change: {
    method: 'PATCH',
    path: '/outgoing-webhook/:id',
    summary: 'Cambia un webhook, lo apaga o lo enciende',
    stepUp: true,
    roles,
    params,
    body: z.strictObject({ webhook: WebhookChanges }),
    reply: WebhookReply,
  },
  remove: {
    method: 'DELETE',
    path: '/outgoing-webhook/:id',
    summary: 'Quita un webhook: lo que estaba en cola no se envía',
    roles,
    params,
    reply: WebhookReply,
  },
  rotate: {
    method: 'POST',
    path: '/outgoing-webhook/:id/secret',
    summary: 'Le da otro secreto; durante un día cada envío lleva las dos firmas',
    stepUp: true,
    roles,
    params,
    idempotency: 'never',
    reply: SecretReply,
  },
  test: {
    method: 'POST',
    path: '/outgoing-webhook/:id/test',
    summary: 'Envía ya un evento de prueba y dice qué respondió',
    roles,
    params,
    idempotency: 'never',
    reply: z.object({
      data: z.object({ status: z.nullable(z.number()), problem: z.nullable(z.string()), answer: z.string() }),
      message: z.string(),
    }),
  },
  deliveries: {
    method: 'GET',
    path: '/webhook-delivery',
    summary: 'Los envíos a los webhooks, el último primero',
    roles,
    query: deliveryQuery,
    reply: z.object({ data: z.array(WebhookDelivery), meta: PageMeta }),
  },
  delivery: {
    method: 'GET',
    path: '/webhook-delivery/:id',
    summary: 'Un envío con lo que se mandó y cada respuesta',
    clientRows: 'one',
    roles,
    params,
    reply: z.object({ data: WebhookDeliveryDetail }),
  },
  resend: {
    method: 'POST',
    path: '/webhook-delivery/:id/resend',
    summary: 'Envía de nuevo, antes que los demás de su cola',
    roles,
    params,
    reply: z.object({ data: WebhookDelivery, message: z.string() }),
  },
})
