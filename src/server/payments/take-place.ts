import { HOUR_MS } from '#domain/core/durations.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type OnlineMethod, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { ATTEMPTS_PER_HOUR, isOpen } from '#domain/payments/attempt.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import { hasTimeLeft } from '#domain/payments/wompi-page.ts'
import type { Tx } from '#server/core/tx.ts'
import { supersede } from './attempt-moves.ts'
import {
  type Attempt,
  countAttemptsSince,
  getOpenAttemptFor,
  listPassedAttempts,
  lockAttempt,
} from './attempt-queries.ts'

/** A payment that is about to begin: its client, who begins it, its invoices and what is owed of them. */
export type WantedPayment = {
  clientId: string
  isByLink: boolean
  invoiceIds: readonly string[]
  method: OnlineMethod
  amount: Money
  now: Date
}

/**
 * Ends the open attempts that the new payment takes the place of: the slips and the pages of the provider of its invoices, and those by a
 * link that no longer stop the client. A slip or a page that is asked for again, of the same invoices and amount, is not a new payment:
 * returns it, and ends nothing.
 */
export async function takePlace(tx: Tx, wanted: WantedPayment): Promise<Attempt | undefined> {
  const { clientId, isByLink, invoiceIds, method, amount, now } = wanted
  if (isGivenAgain(method)) {
    const open = await getOpenAttemptFor(tx, clientId, isByLink, invoiceIds)
    if (open?.method === method && open.amount === amount && canStillPay(open, now)) return open
  }
  for (const id of await listPassedAttempts(tx, invoiceIds, { now, isByLink })) {
    const attempt = await lockAttempt(tx, id)
    if (attempt && isOpen(attempt.status)) await supersede(tx, attempt, now)
  }
  return undefined
}

/** Whether a payment of a method that is asked for again while it is open is the same one: its payer was not there yet. */
export const isGivenAgain = (method: OnlineMethod): boolean => method === SLIP_METHOD || method === PAGE_METHOD

const canStillPay = ({ method, expires_at }: Attempt, now: Date): boolean =>
  expires_at !== null && (method === SLIP_METHOD ? expires_at > now : hasTimeLeft(expires_at, now))

/** Throws a Refusal when a client, or who has its links, began too many payments in an hour. */
export async function assertNotTooMany(
  tx: Tx,
  { clientId, isByLink, now }: Pick<WantedPayment, 'clientId' | 'isByLink' | 'now'>,
): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  if ((await countAttemptsSince(tx, clientId, isByLink, hourAgo)) < ATTEMPTS_PER_HOUR) return
  throw new Refusal('too_many', 'Hiciste muchos intentos seguidos. Espera una hora, o paga en otro medio.', {
    retryAfterS: 3_600,
  })
}
