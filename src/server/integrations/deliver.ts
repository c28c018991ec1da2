import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DELIVERY_DAYS, deliverAgainAfterMs } from '#domain/integrations/outgoing-webhook.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Schedule, Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import {
  claimWebhook,
  getNextDelivery,
  insertTry,
  keepWebhook,
  type NewTry,
  releaseWebhook,
  type StoredWebhook,
  saveDelivery,
  saveWebhookResult,
} from './outgoing-queries.ts'
import { bodyOf, sendEvent } from './send-event.ts'

/** Webhooks that a process sends to at the same time, and those of one company among them. */
const AT_ONCE = 16
const AT_ONCE_OF_COMPANY = 2
/** A run begins no other call after this time or this number of calls: the next webhook has its turn. */
const RUN_MS = 10_000
const RUN_MAX = 100
const DUE_MAX = 200
const DELETED_MAX = 5_000

type DueWebhook = { company_id: string; id: string }

/** The webhooks that a process sends to now, with their companies. */
type UnderWay = Map<string, string>

const underWay: UnderWay = new Map()

export const deliveryTickers: readonly Ticker[] = [
  {
    name: 'webhooks.deliver',
    everyS: 2,
    // The runs are not waited for: a slow receiver must not delay the next look at the queue.
    tick: async (world) => void (await startDue(world, underWay)),
  },
]
export const deliveryTasks = { 'webhooks.sweep': (world: World) => deleteOldDeliveries(world) }
export const deliverySchedules: readonly Schedule[] = [{ task: 'webhooks.sweep', pattern: '53 * * * *' }]

/**
 * Starts a run for each webhook with a due delivery. A webhook is claimed in the database, by its clock, so two processes never send to
 * it at once, and the claim of a process that stopped ends by itself. Each run resolves to its deliveries and does not fail.
 */
export async function startDue(world: World, busy: UnderWay): Promise<Promise<number>[]> {
  if (!(await isClockRight(world, () => new Date()))) return []
  const due = await readInPlatformTx(world, listDueWebhooks)
  const runs: Promise<number>[] = []
  for (const { company_id, id } of due) {
    const ofCompany = [...busy.values()].filter((company) => company === company_id).length
    if (busy.has(id) || busy.size >= AT_ONCE || ofCompany >= AT_ONCE_OF_COMPANY) continue
    busy.set(id, company_id)
    const run = runWebhook(world, company_id, id).catch((error: unknown) => {
      world.log.error({ err: error, webhook_id: id }, 'the events of a webhook were not sent')
      return 0
    })
    runs.push(run.finally(() => busy.delete(id)))
  }
  return runs
}

/** Those that were served the longest ago first. */
async function listDueWebhooks(tx: Tx): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select w.company_id, w.id from outgoing_webhooks w join companies k on k.id = w.company_id
    cross join lateral (
      select d.next_try_at from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id and d.state = 'queued'
      order by d.created_at, d.id limit 1) first
    where w.state = 'on' and w.removed_at is null and k.status <> 'closed' and first.next_try_at <= clock_timestamp()
      and (w.claimed_until is null or w.claimed_until < clock_timestamp())
    order by w.sent_at nulls first, w.id limit ${sql.raw(String(DUE_MAX))}`.execute(tx)
  return rows
}

async function runWebhook(world: World, companyId: string, webhookId: string): Promise<number> {
  const claim = randomUUID()
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, companyId, work)
  const webhook = await inTx((tx) => claimWebhook(tx, webhookId, claim))
  if (!webhook) return 0
  const began = performance.now()
  let count = 0
  try {
    while (count < RUN_MAX && performance.now() - began < RUN_MS) {
      const next = await inTx(async (tx) =>
        (await keepWebhook(tx, webhookId, claim)) ? getNextDelivery(tx, webhookId) : undefined,
      )
      if (!next) break
      const result = await sendEvent(world, webhook, bodyOf(companyId, next))
      // Another run has the webhook when this one was slower than its claim: that one writes what it found.
      await inTx(async (tx) => {
        if (await keepWebhook(tx, webhookId, claim)) await saveResult(tx, webhook, next, result)
      })
      if (result.problem !== null) break
      count += 1
    }
    return count
  } finally {
    await inTx((tx) => releaseWebhook(tx, webhookId, claim))
  }
}

/** Writes a try. The delivery that fails for three days is given up, and its webhook is paused. */
async function saveResult(
  tx: Tx,
  webhook: StoredWebhook,
  { id, tries }: { id: string; tries: number },
  result: NewTry,
): Promise<void> {
  const { problem } = result
  await insertTry(tx, id, result)
  const waitMs = problem === null ? 0 : deliverAgainAfterMs(tries + 1)
  const isGivenUp = waitMs === null
  await saveDelivery(tx, id, {
    state: problem === null ? 'delivered' : isGivenUp ? 'failed' : 'queued',
    waitMs: waitMs ?? 0,
    result,
  })
  await saveWebhookResult(tx, webhook.id, { problem, isGivenUp })
  if (isGivenUp) {
    await tx.record('outgoing_webhook.paused', { entity_id: webhook.id, after: { name: webhook.name, problem } })
  }
}

/** Deletes what was sent a month ago, and what waited for a webhook that was removed. */
async function deleteOldDeliveries(world: World): Promise<void> {
  await inPlatformTx(world, (tx) =>
    sql`
      delete from webhook_deliveries where (company_id, id) in (
        select d.company_id, d.id from webhook_deliveries d
        join outgoing_webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
        where d.created_at < now() - make_interval(days => ${DELIVERY_DAYS}) and (d.state <> 'queued' or w.removed_at is not null)
        order by d.created_at limit ${sql.raw(String(DELETED_MAX))})`.execute(tx),
  )
}
