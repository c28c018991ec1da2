import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import type { Person, TestApp } from '../world.ts'

/** A webhook with a delivery that waits and a try of it. No server listens there. */
export async function seedWebhook(
  t: TestApp,
  admin: Person,
  mark: string,
): Promise<{ webhook: string; delivery: string }> {
  const webhook = { name: mark, url: 'http://127.0.0.1:9/eventos', events: ['outage.ended'] }
  const { data } = await admin.call(outgoingWebhookApi.create, { body: { webhook } })
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into webhook_deliveries (company_id, webhook_id, event_id, type, tries, problem, next_try_at)
     select company_id, $2, id, 'outage.ended', 1, $3, now() + interval '1 day' from events where company_id = $1 limit 1 returning id`,
    [admin.companyId, data.id, mark],
  )
  const delivery = rows[0]?.id ?? ''
  await t.owner.query(
    `insert into webhook_tries (company_id, delivery_id, problem, answer, took_ms) values ($1, $2, $3, $3, 5)`,
    [admin.companyId, delivery, mark],
  )
  return { webhook: data.id, delivery }
}
