import * as z from 'zod/mini'
import type { Environment } from '#domain/core/environment.ts'
import { money } from '#domain/core/money.ts'
import { type Batched, inBatches } from '#server/core/batches.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { type Account, accountIn } from '#server/integrations/account.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { type ApplyOutcome, applyProviderState, openChange, type ProviderChange, wompiScope } from './apply-status.ts'
import { type Attempt, getAttemptByReference } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { closeEvent, listEvents, type StoredEvent } from './event-queries.ts'

const Payload = z.object({ company_id: z.uuid(), event_id: z.uuid() })

/**
 * The job of an event: reads its transaction from the provider and applies that, never the content of the event. Throws without an
 * answer, so that the queue retries the job; pollDueAttempts checks the attempt meanwhile. The events of a company that arrive
 * together share their database transactions.
 */
export async function applyEvent(world: World, payload: unknown): Promise<void> {
  const { company_id, event_id } = z.parse(Payload, payload)
  const { load, apply } = batchesOf(world)
  const loaded = await load(company_id, event_id)
  if (!loaded || loaded.event.outcome !== null) return
  const { event, account } = loaded
  const close = (outcome: 'ignored' | 'quarantined', reason: string) =>
    inTransaction(world.pool, 'enlace_app', wompiScope(company_id), (tx) =>
      closeEvent(tx, event.id, outcome, reason, world.clock()),
    )
  if (event.name !== 'transaction.updated' || event.transaction_id === null) return close('ignored', 'not_a_payment')
  if (!account) return close('quarantined', 'no_keys')
  const answer = await account.wompi.get(event.transaction_id)
  if (!answer.ok && answer.failure.kind === 'absent') return close('quarantined', 'absent')
  if (!answer.ok) throw new Error(`the provider did not answer for an event: ${answer.failure.kind}`)
  await apply(company_id, { event, transaction: answer.value })
}

type LoadedEvent = { event: StoredEvent; account: Account | null }
type AnsweredEvent = { event: StoredEvent; transaction: Transaction }
type Batches = { load: Batched<string, LoadedEvent | null>; apply: Batched<AnsweredEvent, true> }

/** The most events of a database transaction: the next transaction of each of their clients waits for its end. */
const BATCH_MAX = 25

/** The batches of each process. A company has one batch at a time, and so one connection of the pool. */
const openBatches = new WeakMap<World, Batches>()

function batchesOf(world: World): Batches {
  const existing = openBatches.get(world)
  if (existing) return existing
  const batches: Batches = {
    load: inBatches(BATCH_MAX, (companyId, ids) => loadEvents(world, companyId, ids)),
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
    const accounts = new Map<Environment, Account | null>(
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
  const [change, ...attempts] = await Promise.all([
    openChange(world, tx),
    ...answered.map(({ transaction }) => getAttemptByReference(tx, transaction.reference)),
  ])
  const clients = Map.groupBy(answered.keys(), (index) => attempts[index]?.client_id ?? '')
  const closings = await all(
    [...clients]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([, indexes]) => {
        let close = async () => {}
        for (const index of indexes) {
          // An event of the same client may depend on the receipt of the one before.
          await close()
          const one = answered[index]
          if (one) close = await applyOne(change, one, attempts[index])
        }
        return close
      }),
  )
  await all(closings.map((close) => close()))
  return answered.map(() => true)
}

/** Promise.all that ends only when no work remains: an error must not roll back while statements are still sent. */
async function all<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

const EVENT_OUTCOMES: Readonly<
  Record<ApplyOutcome, { outcome: 'applied' | 'ignored' | 'quarantined'; reason: string | null }>
> = {
  moved: { outcome: 'applied', reason: null },
  same: { outcome: 'ignored', reason: 'nothing_new' },
  late: { outcome: 'ignored', reason: 'late' },
  mismatch: { outcome: 'quarantined', reason: 'mismatch' },
}

/** Applies one answer, and returns the step that numbers its receipt. */
async function applyOne(
  change: ProviderChange,
  { event, transaction }: AnsweredEvent,
  attempt: Attempt | undefined,
): Promise<() => Promise<void>> {
  const { tx, now } = change
  // The reference comes from the provider's transaction: the event's reference is not signed.
  if (!attempt || attempt.environment !== event.environment) {
    if (transaction.status === 'APPROVED') await openUnrequestedPayment(tx, transaction)
    const outcome = transaction.status === 'APPROVED' ? 'quarantined' : 'ignored'
    await closeEvent(tx, event.id, outcome, 'not_ours', now)
    return async () => {}
  }
  const applied = await applyProviderState(change, attempt, [transaction])
  const { outcome, reason } = EVENT_OUTCOMES[applied.outcome]
  return async () => {
    await Promise.all([closeEvent(tx, event.id, outcome, reason, now), applied.close()])
  }
}

/** Opens a case for a payment that the provider received and Enlace did not request. */
export const openUnrequestedPayment = (tx: Tx, transaction: Transaction): Promise<void> =>
  openCase(tx, {
    kind: 'stranger',
    subject: transaction.id,
    says: `Wompi recibió el pago ${transaction.id}, que no se pidió desde aquí: mira de quién es y regístralo`,
    transaction_id: transaction.id,
    reference: transaction.reference.slice(0, 255),
    amount: money(transaction.amount_in_cents),
  })
