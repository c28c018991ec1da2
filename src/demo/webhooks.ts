import { sql } from 'kysely'
import type { WebhookEvent } from '#domain/integrations/outgoing-webhook.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { sealWebhookSecret } from '#server/integrations/send-event.ts'

/** The secret that signs the events of the demo: its receiver knows it. */
export const DEMO_WEBHOOK_SECRET = 'whs_secreto-de-la-demostracion'

const NAME = 'CRM de ventas'
/** Replaced at each start by the address of the receiver. */
const NOWHERE = 'http://127.0.0.1:9'
const EVENTS = [
  'client.created',
  'contract.activated',
  'contract.suspended',
  'contract.reconnected',
  'invoice.created',
  'payment.registered',
  'pqr.filed',
  'pqr.answered',
] as const satisfies readonly WebhookEvent[]

/** A webhook of a company with what it received last: the first event at its second try. */
export async function createDemoWebhook(tx: Tx, world: World): Promise<void> {
  const id = newId()
  const sealed = sealWebhookSecret(world, { company_id: tx.scope.companyId, id }, DEMO_WEBHOOK_SECRET)
  const events = [...EVENTS]
  await tx.insertInto('outgoing_webhooks').values({ id, name: NAME, url: NOWHERE, events, sealed }).execute()
  await tx.record('outgoing_webhook.created', { entity_id: id, after: { name: NAME, events: events.join(', ') } })
  await sql`
    with sent as (
      insert into webhook_deliveries (webhook_id, event_id, type, state, tries, status, created_at, finished_at)
      select ${id}, e.id, e.name, 'delivered', case when row_number() over (order by e.at, e.id) = 1 then 2 else 1 end, 200, e.at,
        e.at + interval '1 second'
      from (
        select id, name, at from events where company_id = (select current_company()) and name = any(${events})
        order by at desc, id desc limit 12) e
      order by e.at, e.id returning id, tries, created_at)
    insert into webhook_tries (delivery_id, status, problem, answer, took_ms, at)
    select id, case when n < tries then 503 else 200 end, case when n < tries then 'respondió 503' end,
      case when n < tries then 'Service Unavailable' else 'ok' end, 84, created_at + make_interval(mins => n - 1)
    from sent, generate_series(1, 2) n where n <= tries`.execute(tx)
  await sql`
    update outgoing_webhooks set answered_at = now() where company_id = (select current_company()) and id = ${id}`.execute(
    tx,
  )
}

/** Gives the webhooks of the demo the address of their receiver. */
export async function connectDemoWebhooks(world: World, url: string): Promise<void> {
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').where('kind', '=', 'provider').execute(),
  )
  for (const { id: companyId } of companies) {
    await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, (tx) =>
      sql`update outgoing_webhooks set url = ${url} where company_id = (select current_company()) and name = ${NAME}`.execute(
        tx,
      ),
    )
  }
}
