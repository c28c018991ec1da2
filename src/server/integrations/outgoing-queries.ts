import { type RawBuilder, sql } from 'kysely'
import type {
  DeliveryState,
  OutgoingWebhook,
  WebhookDelivery,
  WebhookEvent,
} from '#domain/integrations/outgoing-webhook.ts'
import type { DeliveryQuery } from '#domain/integrations/outgoing-webhook-api.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

type WebhookRow = Omit<OutgoingWebhook, 'answered_at' | 'created_at'> & { answered_at: Date | null; created_at: Date }

/** The webhooks of the company, the newest first. */
export async function listWebhooks(tx: Tx): Promise<OutgoingWebhook[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.name, w.url, w.events, w.state, w.problem, w.answered_at, w.created_at,
      (select count(*)::int from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id and d.state = 'queued') as queued
    from outgoing_webhooks w where w.company_id = (select current_company()) and w.removed_at is null order by w.id desc`.execute(
    tx,
  )
  return rows.map(({ answered_at, created_at, ...row }) => ({
    ...row,
    answered_at: answered_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }))
}

export type StoredWebhook = {
  company_id: string
  id: string
  name: string
  url: string
  sealed: Buffer
  /** The secret before this one, while both are in use. */
  previous_sealed: Buffer | null
}

const STORED = sql`company_id, id, name, url, sealed,
  case when previous_until > clock_timestamp() then previous_sealed end as previous_sealed`

/** A webhook with its sealed secrets. */
export async function getStoredWebhook(tx: Tx, id: string): Promise<StoredWebhook | undefined> {
  const { rows } = await sql<StoredWebhook>`
    select ${STORED} from outgoing_webhooks
    where company_id = (select current_company()) and id = ${id} and removed_at is null`.execute(tx)
  return rows[0]
}

/** The seconds that a run keeps a webhook after its process stopped: longer than the longest call. */
const CLAIM_S = 60

/** Takes a webhook for one run, by the clock of the database. Undefined while another run has it. */
export async function claimWebhook(tx: Tx, id: string, claim: string): Promise<StoredWebhook | undefined> {
  const { rows } = await sql<StoredWebhook>`
    update outgoing_webhooks set claim = ${claim}, sent_at = clock_timestamp(),
      claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S})
    where company_id = (select current_company()) and id = ${id} and state = 'on' and removed_at is null
      and (claimed_until is null or claimed_until < clock_timestamp())
    returning ${STORED}`.execute(tx)
  return rows[0]
}

/** Whether a run still has its webhook; if so for longer. Locks it until the end of the transaction. */
export async function keepWebhook(tx: Tx, id: string, claim: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update outgoing_webhooks set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S})
    where company_id = (select current_company()) and id = ${id} and claim = ${claim} and state = 'on' and removed_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

export async function releaseWebhook(tx: Tx, id: string, claim: string): Promise<void> {
  await sql`
    update outgoing_webhooks set claim = null, claimed_until = null
    where company_id = (select current_company()) and id = ${id} and claim = ${claim}`.execute(tx)
}

/** The event of a delivery, as the receiver gets it. */
export type DeliveredEvent = {
  event_id: string
  type: WebhookEvent
  at: Date
  entity_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

type NextDelivery = DeliveredEvent & { id: string; tries: number }

/** The first delivery of the queue of a webhook, when it is due: no later one is sent before it. */
export async function getNextDelivery(tx: Tx, webhookId: string): Promise<NextDelivery | undefined> {
  const { rows } = await sql<NextDelivery & { is_due: boolean }>`
    select d.id, d.tries, d.event_id, d.type, e.at, e.entity_id, e.before, e.after, d.is_due
    from (
      select *, next_try_at <= clock_timestamp() as is_due from webhook_deliveries
      where company_id = (select current_company()) and webhook_id = ${webhookId} and state = 'queued' order by created_at, id limit 1) d
    cross join lateral (
      select * from events e where e.company_id = d.company_id and e.id = d.event_id limit 1) e`.execute(tx)
  return rows[0]?.is_due === true ? rows[0] : undefined
}

export type NewTry = { status: number | null; problem: string | null; answer: string; took_ms: number }

export async function insertTry(tx: Tx, deliveryId: string, entry: NewTry): Promise<void> {
  await tx
    .insertInto('webhook_tries')
    .values({ delivery_id: deliveryId, ...entry })
    .execute()
}

/** Writes the state of a delivery after a try. `waitMs`: of one that stays in the queue. */
export async function saveDelivery(
  tx: Tx,
  id: string,
  { state, waitMs, result }: { state: DeliveryState; waitMs: number; result: NewTry },
): Promise<void> {
  await sql`
    update webhook_deliveries set state = ${state}, tries = tries + 1, status = ${result.status}, problem = ${result.problem},
      next_try_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}),
      finished_at = case when ${state} <> 'queued' then clock_timestamp() end
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** Writes how the last call of a webhook went. `isGivenUp`: it is paused, and gets no event until a person turns it on. */
export async function saveWebhookResult(
  tx: Tx,
  id: string,
  { problem, isGivenUp }: { problem: string | null; isGivenUp: boolean },
): Promise<void> {
  await sql`
    update outgoing_webhooks set problem = ${problem}, state = case when ${isGivenUp} then 'paused' else state end,
      answered_at = case when ${problem}::text is null then clock_timestamp() else answered_at end
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** Puts a delivery first in the queue again, due now, with its tries counted from the first. */
export async function requeueDelivery(tx: Tx, id: string): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'queued', tries = 0, next_try_at = clock_timestamp(), finished_at = null
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** The deliveries of a webhook that wait are due now. */
export async function makeDue(tx: Tx, webhookId: string): Promise<void> {
  await sql`
    update webhook_deliveries set tries = 0, next_try_at = clock_timestamp()
    where company_id = (select current_company()) and webhook_id = ${webhookId} and state = 'queued'`.execute(tx)
}

type DeliveryRow = Omit<WebhookDelivery, 'webhook' | 'next_try_at' | 'created_at' | 'finished_at'> & {
  webhook_id: string
  webhook_name: string
  next_try_at: Date
  created_at: Date
  finished_at: Date | null
}

/** The latest first, without those of a webhook that was removed. `id`: one of them. */
export async function listDeliveries(
  tx: Tx,
  filter: DeliveryQuery & { id?: string },
  range: RowRange,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.webhook_id, w.name as webhook_name, d.type, d.state, d.tries, d.status, d.problem, d.next_try_at, d.created_at, d.finished_at
    from webhook_deliveries d join outgoing_webhooks w on w.company_id = d.company_id and w.id = d.webhook_id and w.removed_at is null
    where ${matching(filter)} order by d.created_at desc, d.id desc ${pageOf(range)}`.execute(tx)
  return rows.map(({ webhook_id, webhook_name, next_try_at, created_at, finished_at, ...row }) => ({
    ...row,
    webhook: { id: webhook_id, name: webhook_name },
    next_try_at: row.state === 'queued' ? next_try_at.toISOString() : null,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }))
}

export async function countDeliveries(tx: Tx, filter: DeliveryQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from webhook_deliveries d join outgoing_webhooks w on w.company_id = d.company_id and w.id = d.webhook_id and w.removed_at is null
    where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching({ id, webhook_id, state }: DeliveryQuery & { id?: string }): RawBuilder<unknown> {
  const conditions = [
    sql`d.company_id = (select current_company())`,
    id === undefined ? null : sql`d.id = ${id}`,
    webhook_id === undefined ? null : sql`d.webhook_id = ${webhook_id}`,
    state === undefined ? null : sql`d.state = ${state}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** The event of a delivery. */
export async function getDeliveredEvent(tx: Tx, id: string): Promise<DeliveredEvent | undefined> {
  const { rows } = await sql<DeliveredEvent>`
    select d.event_id, d.type, e.at, e.entity_id, e.before, e.after
    from webhook_deliveries d join events e on e.company_id = d.company_id and e.id = d.event_id
    where d.company_id = (select current_company()) and d.id = ${id}`.execute(tx)
  return rows[0]
}

type TryRow = NewTry & { at: Date }

export async function listTries(tx: Tx, deliveryId: string): Promise<(NewTry & { at: string })[]> {
  const { rows } = await sql<TryRow>`
    select status, problem, answer, took_ms, at from webhook_tries
    where company_id = (select current_company()) and delivery_id = ${deliveryId} order by id desc limit 50`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
