import { attemptLifecycle } from '#domain/payments/attempt.ts'
import { descriptionOf } from '#domain/payments/online.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { WompiAccount } from '#server/integrations/account.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import type { NewPaymentLink, Outcome } from '#server/providers/wompi/client.ts'
import type { PaymentLink } from '#server/providers/wompi/shapes.ts'
import { lockExistingAttempt, recordMove } from './attempt-moves.ts'
import { type Attempt, claimSending, listAttemptInvoices, moveAttempt, updateLink } from './attempt-queries.ts'
import { failureMessage } from './provider-request.ts'

/** Makes the payment link of an attempt, if no other caller did, and writes its id and the address of its page before the payer goes there. */
export async function openPage(
  world: World,
  inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  attempt: Attempt,
  account: WompiAccount,
  returnUrl: string,
): Promise<void> {
  const link = await inTx((tx) => linkOf(tx, attempt, returnUrl))
  if (!(await inTx((tx) => claimSending(tx, attempt.id)))) return
  const answer = await account.wompi.createLink(link)
  await inTx((tx) => writeLink(world, tx, attempt, answer))
}

async function linkOf(
  tx: Tx,
  { id, reference, amount, expires_at }: Attempt,
  redirect_url: string,
): Promise<NewPaymentLink> {
  if (expires_at === null) throw new Error('the attempt of a page has no last instant')
  const numbers = (await listAttemptInvoices(tx, id)).map((invoice) => invoice.number)
  return {
    name: descriptionOf(numbers),
    description: `Referencia ${reference}`,
    amount_in_cents: amount,
    expires_at: expires_at.toISOString(),
    redirect_url,
    sku: reference,
  }
}

/**
 * Without an answer the attempt expires: no payer has the address of the page, so that nothing is charged and the payer may begin again. An
 * expired attempt is still approved by a transaction of its link.
 */
async function writeLink(world: World, tx: Tx, sent: Attempt, answer: Outcome<PaymentLink>): Promise<void> {
  await lockAccount(tx, sent.client_id)
  if (answer.ok) await updateLink(tx, sent.id, answer.value.id)
  const attempt = await lockExistingAttempt(tx, sent.id)
  const action = answer.ok ? 'accept' : answer.failure.kind === 'unknown' ? 'expire' : 'fail'
  const to = attemptLifecycle.next(attempt.status, action)
  // Another payment of its invoices may have taken its place before this answer.
  if (to === null) return
  const changes = answer.ok
    ? { bank_url: `${world.config.wompiCheckoutUrl}/l/${answer.value.id}` }
    : { provider_message: failureMessage(answer.failure) }
  await moveAttempt(tx, attempt.id, to, changes, world.clock())
  await recordMove(tx, attempt, to)
}
