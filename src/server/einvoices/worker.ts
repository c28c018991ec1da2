import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { dayOf } from '#domain/core/days.ts'
import { readInPlatformTx, type World } from '#server/core/context.ts'
import type { Task, Ticker } from '#server/core/jobs.ts'
import { isLeaseLost } from '#server/core/lease.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { readNextEvents } from './acceptances.ts'
import { storeNextFile } from './files.ts'
import type { Issuer, IssuerAccount } from './issuer.ts'
import { openIssuer } from './issuers.ts'
import { freeQueue, inQueue, keepQueue, type Lease, lockQueue, stopQueue, takeQueue } from './lease.ts'
import { reconcile } from './reconcile.ts'
import { sendNext } from './send.ts'
import type { Next } from './sent-outcome.ts'
import { giveUpFirst, stopAfterError } from './stop.ts'

/** Companies for which one process sends at the same time. */
const QUEUES_MAX = 16
/** A queue is freed after this time, so that another worker may take it. */
const TURN_MS = 20_000
/** The ranges are read again before the first document after this time. */
const RANGES_EVERY_S = 3_600
/** A document whose sending fails so many times in a row inside Enlace is left to a person. */
const ERRORS_MAX = 3
const CREDENTIALS_WAIT_MS = 15 * 60_000

export const einvoiceTasks = { 'einvoice.reconcile': reconcile } satisfies Record<string, Task>

export const einvoiceTickers: readonly Ticker[] = [
  // A company whose provider is slow delays no other one: a tick does not wait for the queues that it starts.
  { name: 'einvoice.send', everyS: 1, tick: async (world) => void (await startDue(world)) },
]

/**
 * Sends the waiting documents of every company that is active and whose integration is on, in several queues at the same time and one
 * document at a time in each (EIN-01). A process that is killed leaves at most one document being sent, which the next one looks up.
 * It ends when they end, as a test needs it.
 * @internal
 */
export async function sendDue(world: World): Promise<void> {
  await Promise.all(await startDue(world))
}

type Running = { limit: LimitFunction; companies: Set<string> }
const runningOf = new WeakMap<World, Running>()

/** Starts the queues that are due and that this process is not sending already. Returns each one's end; none of them rejects. */
async function startDue(world: World): Promise<Promise<void>[]> {
  const running = runningOf.get(world) ?? { limit: pLimit(QUEUES_MAX), companies: new Set() }
  runningOf.set(world, running)
  const due = await readInPlatformTx(world, (tx) => listDueCompanies(tx, world.clock()))
  return due
    .filter((companyId) => !running.companies.has(companyId))
    .map((companyId) => {
      running.companies.add(companyId)
      return running
        .limit(() => runQueue(world, companyId))
        .catch((error: unknown) =>
          world.log.error({ err: error, company_id: companyId }, 'the queue of a company stopped'),
        )
        .finally(() => running.companies.delete(companyId))
    })
}

// The first entry of an index of each company, whatever the statistics: `exists` may read every document until it finds none.
async function listDueCompanies(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`${REPLAN_EACH_TIME}
    select l.company_id from electronic_queues l join companies c on c.id = l.company_id
    where c.status = 'active' and l.paused_at is null
      and (c.is_factus_integration or exists (select from file_issuers f where f.company_id = l.company_id and f.is_on))
      and (l.leased_until is null or l.leased_until < clock_timestamp()) and (l.wait_until is null or l.wait_until <= ${now})
      and (
        (
          select coalesce(d.next_try_at, '-infinity') from electronic_documents d
          where d.company_id = l.company_id and d.status in ('queued', 'sending', 'pending_dian')
          order by d.next_try_at nulls first limit 1
        ) <= ${now}
        or (
          select d.file_try_at from electronic_documents d
          where d.company_id = l.company_id and d.file_try_at is not null order by d.file_try_at limit 1
        ) <= ${now}
        or (
          select d.events_try_at from electronic_documents d
          where d.company_id = l.company_id and d.events_try_at is not null order by d.events_try_at limit 1
        ) <= ${now}
      )
    limit 500`.execute(tx)
  return rows.map(({ company_id }) => company_id)
}

/** Sends the documents of one company, until none can be sent or its turn ends. */
export async function runQueue(world: World, companyId: string): Promise<void> {
  const lease = await takeQueue(world, companyId)
  if (lease === null) return
  const stop = keepQueue(world, lease)
  try {
    const issuer = await inQueue(world, companyId, (tx) => openIssuer(world, tx))
    if (issuer === null) return await stopWithoutAccount(world, companyId)
    if (issuer.account !== null) await readRangesWhenOld(world, lease, issuer.account)
    await sendAll(world, lease, issuer)
  } catch (error) {
    if (isLeaseLost(error)) return
    world.log.error({ err: error, company_id: companyId }, 'the queue of a company stopped')
    await inQueue(world, companyId, (tx) => stopAfterError(tx, world.clock()))
  } finally {
    stop()
    await freeQueue(world, lease)
  }
}

async function sendAll(world: World, lease: Lease, issuer: Issuer): Promise<void> {
  const endsAt = performance.now() + TURN_MS
  let next: Next = 'more'
  while (next === 'more' && performance.now() < endsAt) next = await sendNextOrStop(world, lease, issuer)
  // The files of what is validated already come after every document that can be sent, and while the others wait for DIAN.
  const { account, environment } = issuer
  if ((next !== 'idle' && next !== 'later') || account === null) return
  while (performance.now() < endsAt && (await storeNextFile(world, lease, { environment, account }))) continue
  while (performance.now() < endsAt && (await readNextEvents(world, lease, { environment, account }))) continue
}

/** Sends the next document. A failure of Enlace stops the queue with its reason; a document that fails again and again is given up. */
async function sendNextOrStop(world: World, lease: Lease, issuer: Issuer): Promise<Next> {
  try {
    return await sendNext(world, lease, issuer)
  } catch (error) {
    if (isLeaseLost(error)) throw error
    world.log.error({ err: error, company_id: lease.companyId }, 'a document could not be sent')
    return await inQueue(world, lease.companyId, async (tx) => {
      await lockQueue(tx, lease)
      return (await stopAfterError(tx, world.clock())) >= ERRORS_MAX ? giveUpFirst(tx, world.clock()) : 'wait'
    })
  }
}

const stopWithoutAccount = (world: World, companyId: string): Promise<void> =>
  inQueue(world, companyId, (tx) => {
    const now = world.clock()
    const until = new Date(now.getTime() + CREDENTIALS_WAIT_MS)
    return stopQueue(tx, { problem: 'credentials', text: NO_ACCOUNT, until }, now)
  })

const NO_ACCOUNT = 'La conexión con Factus está apagada o sus credenciales no se pueden leer: pruébalas en Integración.'

/** Reads the ranges from the provider when what is stored is old, or when the range stopped the queue. */
async function readRangesWhenOld(world: World, { companyId }: Lease, account: IssuerAccount): Promise<void> {
  const isOld = await inQueue(world, companyId, async (tx) => {
    const { rows } = await sql<{ is_old: boolean }>`
      select coalesce(problem = 'range', false) or ranges_read_at is null
        or ranges_read_at < ${new Date(world.clock().getTime() - RANGES_EVERY_S * 1_000)} as is_old
      from electronic_queues where company_id = (select current_company())`.execute(tx)
    return rows[0]?.is_old === true
  })
  if (!isOld) return
  const read = await account.ranges()
  if (read.kind !== 'ok') return
  const now = world.clock()
  await inQueue(world, companyId, async (tx) => {
    await read.data(tx, dayOf(now))
    await tx.updateTable('electronic_queues').set({ ranges_read_at: now }).execute()
  })
}
