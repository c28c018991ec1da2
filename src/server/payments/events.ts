import * as z from 'zod/mini'
import { money } from '#domain/core/money.ts'
import type { World } from '#server/core/context.ts'
import { concurrencyPerKey } from '#server/core/turns.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { accountIn } from '#server/integrations/account.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { type ApplyOutcome, applyProviderState, wompiScope } from './apply-status.ts'
import { getAttemptByReference } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { closeEvent, getEvent, type StoredEvent } from './event-queries.ts'

const Payload = z.object({ company_id: z.uuid(), event_id: z.uuid() })

/**
 * The job of an event: reads its transaction from the provider and applies that, never the content of the event. Throws without an
 * answer, so that the queue retries the job; pollDueAttempts checks the attempt meanwhile.
 */
export async function applyEvent(world: World, payload: unknown): Promise<void> {
  const { company_id, event_id } = z.parse(Payload, payload)
  const scope = wompiScope(company_id)
  const loaded = await inTransaction(world.pool, 'enlace_app', { ...scope, isReadOnly: true }, async (tx) => {
    const event = await getEvent(tx, event_id)
    return event && { event, account: await accountIn(world, tx, event.environment) }
  })
  if (!loaded || loaded.event.outcome !== null) return
  const { event, account } = loaded
  const inTx = (work: (tx: Tx) => Promise<void>) =>
    limitWrites(() => inTransaction(world.pool, 'enlace_app', scope, work))
  const close = (outcome: 'applied' | 'ignored' | 'quarantined', reason: string | null) =>
    inTx((tx) => closeEvent(tx, event.id, outcome, reason, world.clock()))
  if (event.name !== 'transaction.updated' || event.transaction_id === null) return close('ignored', 'not_a_payment')
  if (!account) return close('quarantined', 'no_keys')
  const answer = await account.wompi.get(event.transaction_id)
  if (!answer.ok && answer.failure.kind === 'absent') return close('quarantined', 'absent')
  if (!answer.ok) throw new Error(`the provider did not answer for an event: ${answer.failure.kind}`)
  await inTx((tx) => applyEventTransaction(world, tx, event, answer.value))
}

/** Many events wait for the provider concurrently; at most this many use a connection, so that requests of users have the rest. */
const CONCURRENT_WRITES_MAX = 8
const limitWrites = concurrencyPerKey(CONCURRENT_WRITES_MAX)

const EVENT_OUTCOMES: Readonly<
  Record<ApplyOutcome, { outcome: 'applied' | 'ignored' | 'quarantined'; reason: string | null }>
> = {
  moved: { outcome: 'applied', reason: null },
  same: { outcome: 'ignored', reason: 'nothing_new' },
  late: { outcome: 'ignored', reason: 'late' },
  mismatch: { outcome: 'quarantined', reason: 'mismatch' },
}

async function applyEventTransaction(
  world: World,
  tx: Tx,
  event: StoredEvent,
  transaction: Transaction,
): Promise<void> {
  const now = world.clock()
  // The reference comes from the provider's transaction: the event's reference is not signed.
  const attempt = await getAttemptByReference(tx, transaction.reference)
  if (!attempt || attempt.environment !== event.environment) {
    if (transaction.status === 'APPROVED') await openUnrequestedPayment(tx, transaction)
    const outcome = transaction.status === 'APPROVED' ? 'quarantined' : 'ignored'
    return closeEvent(tx, event.id, outcome, 'not_ours', now)
  }
  const applied = await applyProviderState(world, tx, attempt, [transaction], now)
  const { outcome, reason } = EVENT_OUTCOMES[applied.outcome]
  await closeEvent(tx, event.id, outcome, reason, now)
  await applied.close()
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
