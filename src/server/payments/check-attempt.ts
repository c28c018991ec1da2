import type { World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { accountIn } from '#server/integrations/account.ts'
import type { Outcome as Answer, Wompi } from '#server/providers/wompi/client.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { type ApplyOutcome, applyProviderState, expire, expireAfterDays, wompiScope } from './apply-status.ts'
import { type Attempt, getAttempt } from './attempt-queries.ts'

/** What a check found. `unanswered`: the provider did not say; ask later. `unsent`: it was never asked, so it never was. */
export type Checked = ApplyOutcome | 'unanswered' | 'unsent' | 'absent'

/** After how long what was written and never sent is not going to be: whoever had it is gone. */
const UNSENT_AFTER_MS = 60_000

/**
 * Asks the provider how an attempt stands and applies what it says. Nothing is held while it answers. Safe to call at any time,
 * from several places at once: what moves is decided in the client's turn.
 */
export async function checkAttempt(world: World, companyId: string, attemptId: string): Promise<Checked> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(world.pool, 'enlace_app', wompiScope(companyId), work)
  const found = await inTx(async (tx) => {
    const attempt = await getAttempt(tx, attemptId)
    return attempt && { attempt, account: await accountIn(world, tx, attempt.environment) }
  })
  if (!found) return 'absent'
  const { attempt, account } = found
  if (attempt.status === 'created') return inTx((tx) => dropUnsent(tx, attempt, world.clock()))
  const read = account ? await readAttempt(account.wompi, attempt) : null
  return inTx(async (tx) => {
    const applied = read === null ? null : await applyProviderState(world, tx, attempt, read, world.clock())
    await expireAfterDays(tx, attempt, world.clock())
    await applied?.close()
    return applied?.outcome ?? 'unanswered'
  })
}

async function dropUnsent(tx: Tx, attempt: Attempt, now: Date): Promise<Checked> {
  if (now.getTime() - attempt.created_at.getTime() < UNSENT_AFTER_MS) return 'unsent'
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set({ status: 'expired' })
    .where('id', '=', attempt.id)
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) await expire(tx, attempt, now)
  return 'unsent'
}

/** The transactions of an attempt: by its number once the provider gave one, or else by its reference. Null: no answer. */
async function readAttempt(wompi: Wompi, attempt: Attempt): Promise<Transaction[] | null> {
  if (attempt.transaction_id === null) return valueOf(await wompi.findByReference(attempt.reference))
  const one = valueOf(await wompi.get(attempt.transaction_id))
  return one && [one]
}

const valueOf = <T>(answer: Answer<T>): T | null => (answer.ok ? answer.value : null)
