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
 * The job of an event: asks the provider for the transaction it names and applies that, never what the event says. Without an
 * answer it throws, and the queue tries again; the janitor asks by itself meanwhile.
 */
export async function applyEvent(world: World, payload: unknown): Promise<void> {
  const { company_id, event_id } = z.parse(Payload, payload)
  const scope = wompiScope(company_id)
  const found = await inTransaction(world.pool, 'enlace_app', { ...scope, isReadOnly: true }, async (tx) => {
    const event = await getEvent(tx, event_id)
    return event && { event, account: await accountIn(world, tx, event.environment) }
  })
  if (!found || found.event.outcome !== null) return
  const { event, account } = found
  const inTx = (work: (tx: Tx) => Promise<void>) => inTurn(() => inTransaction(world.pool, 'enlace_app', scope, work))
  const settle = (outcome: 'applied' | 'ignored' | 'quarantined', reason: string | null) =>
    inTx((tx) => closeEvent(tx, event.id, outcome, reason, world.clock()))
  if (event.name !== 'transaction.updated' || event.transaction_id === null) return settle('ignored', 'not_a_payment')
  if (!account) return settle('quarantined', 'no_keys')
  const read = await account.wompi.get(event.transaction_id)
  if (!read.ok && read.failure.kind === 'absent') return settle('quarantined', 'absent')
  if (!read.ok) throw new Error(`the provider did not answer for an event: ${read.failure.kind}`)
  await inTx((tx) => applyTransaction(world, tx, event, read.value))
}

/** Many events wait for the provider at the same time; so many of them may hold a connection, and the rest are for people. */
const WRITES_AT_ONCE = 8
const inTurn = concurrencyPerKey(WRITES_AT_ONCE)

const WORD: Readonly<Record<ApplyOutcome, { outcome: 'applied' | 'ignored' | 'quarantined'; reason: string | null }>> =
  {
    moved: { outcome: 'applied', reason: null },
    same: { outcome: 'ignored', reason: 'nothing_new' },
    late: { outcome: 'ignored', reason: 'late' },
    mismatch: { outcome: 'quarantined', reason: 'mismatch' },
  }

async function applyTransaction(world: World, tx: Tx, event: StoredEvent, transaction: Transaction): Promise<void> {
  const now = world.clock()
  // By the reference that the provider holds: that of the event is not signed.
  const attempt = await getAttemptByReference(tx, transaction.reference)
  if (!attempt || attempt.environment !== event.environment) {
    if (transaction.status === 'APPROVED') await openStranger(tx, transaction)
    const outcome = transaction.status === 'APPROVED' ? 'quarantined' : 'ignored'
    return closeEvent(tx, event.id, outcome, 'not_ours', now)
  }
  const applied = await applyProviderState(world, tx, attempt, [transaction], now)
  const { outcome, reason } = WORD[applied.outcome]
  await closeEvent(tx, event.id, outcome, reason, now)
  await applied.close()
}

/** Money that came to the company's account at the provider and that nobody here asked for. */
export const openStranger = (tx: Tx, transaction: Transaction): Promise<void> =>
  openCase(tx, {
    kind: 'stranger',
    subject: transaction.id,
    says: `Wompi recibió el pago ${transaction.id}, que no se pidió desde aquí: mira de quién es y regístralo`,
    transaction_id: transaction.id,
    reference: transaction.reference.slice(0, 255),
    amount: money(transaction.amount_in_cents),
  })
