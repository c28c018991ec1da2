import { Refusal } from '#domain/core/refusal.ts'
import { PAGE_METHOD } from '#domain/integrations/online-method.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { accountIn } from '#server/integrations/account.ts'
import type { Outcome as Answer, Wompi } from '#server/providers/wompi/client.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { type ApplyOutcome, applyProviderState, finishResults, openChange, wompiScope } from './apply-status.ts'
import { expire, expireAfterDays } from './attempt-moves.ts'
import { type Attempt, getAttempt } from './attempt-queries.ts'
import { endPage, readPage } from './page-transactions.ts'

/**
 * The result of a check. `unanswered`: the provider did not answer; check later. `unsent`: the attempt was never sent. `absent`: no
 * such attempt.
 */
export type CheckOutcome = ApplyOutcome | 'unanswered' | 'unsent' | 'absent'

/** An attempt that is not sent after this time expires: the request that wrote it has ended. */
const UNSENT_AFTER_MS = 60_000

/**
 * Reads an attempt from the provider and applies the answer. No transaction is open during the request. Safe to call at any time
 * and concurrently: the change is decided with the client's account locked.
 */
export async function checkAttempt(world: World, companyId: string, attemptId: string): Promise<CheckOutcome> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(world.pool, 'enlace_app', wompiScope(companyId), work)
  const loaded = await inTx(async (tx) => {
    const attempt = await getAttempt(tx, attemptId)
    return attempt && { attempt, account: await accountIn(world, tx, attempt.environment) }
  })
  if (!loaded) return 'absent'
  const { attempt, account } = loaded
  if (attempt.status === 'created') return inTx((tx) => dropUnsent(tx, attempt, world.clock()))
  const transactions = account ? await readAttempt(account.wompi, attempt, world.clock()) : null
  return inTx(async (tx) => {
    const applied =
      transactions === null ? null : await applyProviderState(await openChange(world, tx), attempt, transactions)
    if (transactions !== null) await endPage(tx, attempt, world.clock())
    await expireAfterDays(tx, attempt, world.clock(), transactions !== null)
    if (applied) await finishResults(tx, [applied], world.clock())
    return applied?.outcome ?? 'unanswered'
  })
}

/** checkAttempt for a person who asks for it. Throws a Refusal 'unavailable' when the provider did not answer. */
export async function verifyAttempt(world: World, companyId: string, attemptId: string): Promise<void> {
  if ((await checkAttempt(world, companyId, attemptId)) !== 'unanswered') return
  throw new Refusal('unavailable', 'Wompi no respondió. Seguimos preguntando: vuelve a mirar en unos minutos.', {
    retryAfterS: 30,
  })
}

/** Expires an attempt that was never sent. Its own update first: of this and claimSending only one finds the attempt 'created'. */
async function dropUnsent(tx: Tx, attempt: Attempt, now: Date): Promise<CheckOutcome> {
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

/** The transactions of an attempt: by the provider's transaction id when it is known, else by reference. Null: no answer. */
async function readAttempt(wompi: Wompi, attempt: Attempt, now: Date): Promise<Transaction[] | null> {
  if (attempt.method === PAGE_METHOD) return readPage(wompi, attempt, now)
  if (attempt.transaction_id === null) return valueOf(await wompi.findByReference(attempt.reference))
  const transaction = valueOf(await wompi.get(attempt.transaction_id))
  return transaction && [transaction]
}

const valueOf = <T>(answer: Answer<T>): T | null => (answer.ok ? answer.value : null)
