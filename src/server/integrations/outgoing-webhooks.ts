import { sql } from 'kysely'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  type OutgoingWebhook,
  WEBHOOK_EVENT_LABELS,
  WEBHOOKS_MAX,
  type WebhookDelivery,
} from '#domain/integrations/outgoing-webhook.ts'
import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import type { World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { newToken } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  countDeliveries,
  getDeliveredEvent,
  getStoredWebhook,
  listDeliveries,
  listTries,
  listWebhooks,
  makeDue,
  requeueDelivery,
} from './outgoing-queries.ts'
import { bodyOf, sealWebhookSecret, sendEvent, webhookUrlProblem } from './send-event.ts'

const COPY_NOW = 'Copia el secreto ahora: no se vuelve a mostrar'

export const outgoingWebhooks = implement(outgoingWebhookApi, {
  list: (ctx) => ctx.tx(async (tx) => ({ data: await listWebhooks(tx) })),

  create: (ctx, { body: { webhook } }) =>
    ctx.tx(async (tx) => {
      // Two requests may create the last allowed webhook at once.
      await tx.lock('outgoing_webhooks')
      if ((await listWebhooks(tx)).length >= WEBHOOKS_MAX)
        throw new Refusal('limit_reached', `Ya hay ${WEBHOOKS_MAX} webhooks: quita uno antes de crear otro`)
      assertUrl(ctx.world, webhook.url)
      const id = newId()
      const secret = newToken('whs')
      const { name, url } = webhook
      const events = [...new Set(webhook.events)]
      const sealed = sealWebhookSecret(ctx.world, { company_id: ctx.companyId, id }, secret)
      await tx.insertInto('outgoing_webhooks').values({ id, name, url, events, sealed }).execute()
      const data = await existing(tx, id)
      await tx.record('outgoing_webhook.created', { entity_id: id, after: shownOf(data) })
      return { data, secret, message: `Creamos el webhook ${name}. ${COPY_NOW}` }
    }),

  change: (ctx, { params, body: { webhook } }) =>
    ctx.tx(async (tx) => {
      const before = await existing(tx, params.id)
      if (webhook.url !== undefined) assertUrl(ctx.world, webhook.url)
      const { name = before.name, url = before.url, state = before.state } = webhook
      const events = webhook.events === undefined ? before.events : [...new Set(webhook.events)]
      await tx.updateTable('outgoing_webhooks').set({ name, url, state, events }).where('id', '=', before.id).execute()
      // A new address, and one that is turned on, are tried at once.
      if (url !== before.url || state !== before.state) await makeDue(tx, before.id)
      const data = await existing(tx, before.id)
      await tx.record('outgoing_webhook.changed', { entity_id: data.id, before: shownOf(before), after: shownOf(data) })
      return { data, message: `Guardamos el webhook ${name}` }
    }),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = await existing(tx, params.id)
      await tx.updateTable('outgoing_webhooks').set({ removed_at: new Date() }).where('id', '=', data.id).execute()
      await tx.record('outgoing_webhook.removed', { entity_id: data.id, before: shownOf(data) })
      return { data, message: `Quitamos el webhook ${data.name}` }
    }),

  rotate: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = await existing(tx, params.id)
      const secret = newToken('whs')
      const sealed = sealWebhookSecret(ctx.world, { company_id: ctx.companyId, id: data.id }, secret)
      await sql`
        update outgoing_webhooks set sealed = ${sealed}, previous_sealed = sealed, previous_until = now() + interval '1 day'
        where company_id = (select current_company()) and id = ${data.id}`.execute(tx)
      await tx.record('outgoing_webhook.rotated', { entity_id: data.id, after: { name: data.name } })
      return { data, secret, message: `${COPY_NOW}. El de antes sirve un día más` }
    }),

  test: async (ctx, { params }) => {
    const webhook = await ctx.tx(async (tx) => {
      const { id } = await existing(tx, params.id)
      return getStoredWebhook(tx, id)
    })
    if (!webhook) throw notFound(ABSENT)
    // Between two transactions: the receiver may take ten seconds, and no row is locked while waiting.
    const event = {
      event_id: newId(),
      type: 'test',
      at: ctx.now,
      entity_id: null,
      before: null,
      after: { name: webhook.name },
    }
    const { took_ms: _took, ...data } = await sendEvent(ctx.world, webhook, bodyOf(ctx.companyId, event))
    await ctx.tx((tx) =>
      tx.record('outgoing_webhook.tested', {
        entity_id: webhook.id,
        after: { name: webhook.name, status: data.status, problem: data.problem },
      }),
    )
    return {
      data,
      message: data.problem === null ? `${webhook.name} recibió la prueba` : `${webhook.name}: ${data.problem}`,
    }
  },

  deliveries: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, { rows: (range) => listDeliveries(tx, query, range), total: () => countDeliveries(tx, query) }),
    ),

  delivery: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = await existingDelivery(tx, params.id)
      const [event, webhook] = [await getDeliveredEvent(tx, data.id), await getStoredWebhook(tx, data.webhook.id)]
      if (!event || !webhook) throw notFound(NO_DELIVERY)
      const body = bodyOf(ctx.companyId, event)
      return { data: { ...data, url: webhook.url, body, log: await listTries(tx, data.id) } }
    }),

  resend: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id, webhook, type } = await existingDelivery(tx, params.id)
      const { state, name } = await existing(tx, webhook.id)
      if (state !== 'on') throw new Refusal('conflict', `El webhook ${name} no está encendido: enciéndelo primero`)
      await requeueDelivery(tx, id)
      await tx.record('outgoing_webhook.resent', {
        entity_id: webhook.id,
        after: { name, delivery: id, event: WEBHOOK_EVENT_LABELS[type] },
      })
      return { data: await existingDelivery(tx, id), message: 'Va de nuevo: en unos segundos ves la respuesta' }
    }),
})

const ABSENT = 'Ese webhook no existe'
const NO_DELIVERY = 'Ese envío no existe'

function assertUrl(world: World, url: string): void {
  const problem = webhookUrlProblem(world, url)
  if (problem !== null) throw refuseField('invalid', 'webhook.url', problem)
}

/** The fields of a webhook that the audit log keeps. */
const shownOf = ({ name, url, state, events }: OutgoingWebhook) => ({ name, url, state, events: events.join(', ') })

async function existing(tx: Tx, id: string): Promise<OutgoingWebhook> {
  const found = (await listWebhooks(tx)).find((one) => one.id === id)
  if (!found) throw notFound(ABSENT)
  return found
}

async function existingDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  const [found] = await listDeliveries(tx, { id }, { offset: 0, limit: 1 })
  if (!found) throw notFound(NO_DELIVERY)
  return found
}
