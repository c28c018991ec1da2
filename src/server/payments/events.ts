import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import * as z from 'zod/mini'
import type { Environment } from '#domain/core/environment.ts'
import { money } from '#domain/core/money.ts'
import { storable } from '#domain/core/storable.ts'
import { type AddToBatch, inBatches } from '#server/core/batches.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { waitForAll } from '#server/core/wait-for-all.ts'
import { accountIn, type WompiAccount } from '#server/integrations/account.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import {
  type ApplyOutcome,
  type ApplyResult,
  applyProviderState,
  closeResults,
  finishResults,
  openChange,
  type ProviderChange,
  wompiScope,
} from './apply-status.ts'
import type { Attempt } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { type ClosedEvent, closeEvents, listEvents, type StoredEvent } from './event-queries.ts'
import { attemptsOf, type FoundTransaction, readSku } from './page-transactions.ts'

/** The events of a company that arrived together. A job of an older version has one `event_id`. */
const Payload = z.union([
  z.object({ company_id: z.uuid(), event_ids: z.array(z.uuid()) }),
  z.pipe(
    z.object({ company_id: z.uuid(), event_id: z.uuid() }),
    z.transform(({ company_id, event_id }) => ({ company_id, event_ids: [event_id] })),
  ),
])

/**
 * The job of the events of a company that arrived together: applies each, and ends when none is under way. Throws when one could not be
 * applied, so that the queue retries the job; those that have an outcome are not applied again.
 */
export async function applyReceived(world: World, payload: unknown): Promise<void> {
  const { company_id, event_ids } = z.parse(Payload, payload)
  await waitForAll(event_ids.map((id) => applyEvent(world, company_id, id)))
}

/**
 * Reads the transaction of an event from the provider and applies that, never the content of the event. Throws without an answer;
 * pollDueAttempts checks the attempt meanwhile. The events of a company that are applied at the same time share their database
 * transactions.
 */
async function applyEvent(world: World, company_id: string, event_id: string): Promise<void> {
  const { load, ask, apply } = batchesOf(world)
  const loaded = await load(company_id, event_id)
  if (!loaded || loaded.event.outcome !== null) return
  const { event, account } = loaded
  const close = (outcome: 'ignored' | 'quarantined', reason: string) =>
    inTransaction(world.pool, 'enlace_app', wompiScope(company_id), (tx) =>
      closeEvents(tx, [{ id: event.id, outcome, reason }], world.clock()),
    )
  if (event.name !== 'transaction.updated' || event.transaction_id === null) return close('ignored', 'not_a_payment')
  if (!account) return close('quarantined', 'no_keys')
  const { transaction_id } = event
  const answer = await ask(() => account.wompi.get(transaction_id))
  if (!answer.ok && answer.failure.kind === 'absent') return close('quarantined', 'absent')
  if (!answer.ok) throw new Error(`the provider did not answer for an event: ${answer.failure.kind}`)
  const transaction = answer.value
  const sku = await ask(() =>
    readSku(
      (work) => inTransaction(world.pool, 'enlace_app', { ...wompiScope(company_id), isReadOnly: true }, work),
      account,
      transaction,
    ),
  )
  await apply(company_id, { event, transaction, sku })
}

type LoadedEvent = { event: StoredEvent; account: WompiAccount | null }
type AnsweredEvent = FoundTransaction & { event: StoredEvent }
type Batches = {
  load: AddToBatch<string, LoadedEvent | null>
  ask: LimitFunction
  apply: AddToBatch<AnsweredEvent, true>
}

/** Requests to the provider at the same time, of one process. */
const REQUESTS_MAX = 48

/** The most events of a database transaction: the next transaction of each of their clients waits for its end. */
const BATCH_MAX = 25

/**
 * How long a batch waits for the account of a client: while it waits, the other clients of the batch wait too. The queue tries the
 * event of a locked client again.
 */
const LOCK_WAIT_MS = 300

/** The batches of each process. A company has one batch at a time, and so one connection of the pool. */
const openBatches = new WeakMap<World, Batches>()

function batchesOf(world: World): Batches {
  const existing = openBatches.get(world)
  if (existing) return existing
  const batches: Batches = {
    load: inBatches(BATCH_MAX, (companyId, ids) => loadEvents(world, companyId, ids)),
    ask: pLimit(REQUESTS_MAX),
    apply: inBatches(BATCH_MAX, (companyId, events) =>
      inTransaction(world.pool, 'enlace_app', wompiScope(companyId), (tx) => applyEvents(world, tx, events)),
    ),
  }
  openBatches.set(world, batches)
  return batches
}

const loadEvents = (world: World, companyId: string, ids: readonly string[]): Promise<(LoadedEvent | null)[]> =>
  inTransaction(world.pool, 'enlace_app', { ...wompiScope(companyId), isReadOnly: true }, async (tx) => {
    const events = new Map((await listEvents(tx, ids)).map((event) => [event.id, event]))
    const environments = [...new Set([...events.values()].map(({ environment }) => environment))]
    const accounts = new Map<Environment, WompiAccount | null>(
      await Promise.all(environments.map(async (one) => [one, await accountIn(world, tx, one)] as const)),
    )
    return ids.map((id) => {
      const event = events.get(id)
      return event ? { event, account: accounts.get(event.environment) ?? null } : null
    })
  })

/**
 * Applies the answers of the provider, each to its attempt. The clients are processed in the order of their ids, so that two batches
 * do not wait for each other, and at the same time: their statements share the round trips. The receipts are numbered at the end.
 */
async function applyEvents(world: World, tx: Tx, answered: readonly AnsweredEvent[]): Promise<true[]> {
  // Whose it is comes from the provider's transaction: the event's reference is not signed.
  const [change, attempts] = await Promise.all([
    openChange(world, tx),
    attemptsOf(tx, answered),
    sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx),
  ])
  const clients = Map.groupBy(answered, ({ transaction }) => attempts.get(transaction.id)?.client_id ?? '')
  const applied = await waitForAll(
    [...clients].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, events]) => applyInOrder(change, events, attempts)),
  )
  await closeEvents(
    tx,
    applied.flatMap(({ closed }) => closed),
    change.now,
  )
  await finishResults(
    tx,
    applied.flatMap(({ result }) => result ?? []),
    change.now,
  )
  return answered.map(() => true)
}

/** Applies the events of one client, one after the other. Returns the result that is still to be closed. */
async function applyInOrder(
  change: ProviderChange,
  events: readonly AnsweredEvent[],
  attempts: ReadonlyMap<string, Attempt>,
): Promise<{ closed: ClosedEvent[]; result: ApplyResult | null }> {
  const closed: ClosedEvent[] = []
  let result: ApplyResult | null = null
  for (const { event, transaction } of events) {
    const attempt = attempts.get(transaction.id)
    // An event may reverse the payment of the one before, so its receipt must be written first.
    if (result) await closeResults(change.tx, [result])
    result = null
    if (attempt?.environment === event.environment) {
      result = await applyProviderState(change, attempt, [transaction])
      closed.push({ id: event.id, ...EVENT_OUTCOMES[result.outcome] })
    } else {
      const isApproved = transaction.status === 'APPROVED'
      if (isApproved) await openUnrequestedPayment(change.tx, transaction)
      closed.push({ id: event.id, outcome: isApproved ? 'quarantined' : 'ignored', reason: 'not_ours' })
    }
  }
  return { closed, result }
}

const EVENT_OUTCOMES: Readonly<Record<ApplyOutcome, Omit<ClosedEvent, 'id'>>> = {
  moved: { outcome: 'applied', reason: null },
  same: { outcome: 'ignored', reason: 'nothing_new' },
  late: { outcome: 'ignored', reason: 'late' },
  mismatch: { outcome: 'quarantined', reason: 'mismatch' },
}

/** Opens a case for a payment that the provider received and Enlace did not request. */
export const openUnrequestedPayment = (tx: Tx, transaction: Transaction): Promise<void> =>
  openCase(tx, {
    kind: 'stranger',
    subject: transaction.id,
    says: `Wompi recibió el pago ${transaction.id}, que no se pidió desde aquí: mira de quién es y regístralo`,
    transaction_id: transaction.id,
    reference: storable(transaction.reference, 255),
    amount: money(transaction.amount_in_cents),
  })
