import { addDays, dayOf } from '#domain/core/days.ts'
import { PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { isAbsenceAccepted, isOpen } from '#domain/payments/attempt.ts'
import { isPageOver } from '#domain/payments/wompi-page.ts'
import type { Tx } from '#server/core/tx.ts'
import type { WompiAccount } from '#server/integrations/account.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { LIST_PAGE_SIZE, type Wompi } from '#server/providers/wompi/client.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { endAsking, isAsked, lockExistingAttempt } from './attempt-moves.ts'
import { type Attempt, listAttemptsByLink, listAttemptsByReference } from './attempt-queries.ts'

/** A transaction, and the reference that its payment link has when no attempt is known to have that link. */
export type FoundTransaction = { transaction: Transaction; sku: string | null }

/**
 * The attempts of transactions, by the id of each. One of a payment link is found by the link, because its reference is the provider's; when the
 * answer that had the id of the link was lost, by the reference that the link has. Any other one by its reference.
 */
export async function attemptsOf(tx: Tx, found: readonly FoundTransaction[]): Promise<Map<string, Attempt>> {
  const links = found.flatMap(({ transaction }) => transaction.payment_link_id ?? [])
  const references = found.flatMap((one) => referenceOf(one) ?? [])
  const [byLink, byReference] = await Promise.all([
    links.length === 0 ? [] : listAttemptsByLink(tx, [...new Set(links)]),
    references.length === 0 ? [] : listAttemptsByReference(tx, [...new Set(references)]),
  ])
  return new Map(
    found.flatMap((one) => {
      const { transaction } = one
      const link = transaction.payment_link_id
      const attempt =
        (link && byLink.find(({ payment_link_id }) => payment_link_id === link)) ||
        byReference.find((known) => known.reference === referenceOf(one) && (!link || isWithoutLink(known)))
      return attempt ? [[transaction.id, attempt] as const] : []
    }),
  )
}

const referenceOf = ({ transaction, sku }: FoundTransaction): string | null =>
  transaction.payment_link_id ? sku : transaction.reference

const isWithoutLink = ({ method, payment_link_id }: Attempt): boolean =>
  method === PAGE_METHOD && payment_link_id === null

/**
 * The reference of a payment link that no attempt is known to have, from the provider. Null for a transaction of no link, of a link that is known,
 * and of one that is not of this account. Throws without an answer.
 */
export async function readSku(
  inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  account: WompiAccount,
  { payment_link_id: link }: Transaction,
): Promise<string | null> {
  if (!link || (await inTx((tx) => listAttemptsByLink(tx, [link]))).length > 0) return null
  const answer = await account.wompi.getLink(link)
  if (answer.ok) {
    const { sku, merchant_public_key } = answer.value
    return (merchant_public_key ?? account.public_key) === account.public_key ? (sku ?? null) : null
  }
  const { kind } = answer.failure
  if (kind === 'unknown' || kind === 'unsent')
    throw new Error(`the provider did not answer for a payment link: ${kind}`)
  return null
}

/** The most pages of a list that are read for one attempt. */
const LIST_PAGES_MAX = 20

/**
 * The transactions of the page of an attempt. The provider does not list those of one link: what the account received since the attempt began is
 * read. One that is under way when the page is over is read by its id. Null: no answer.
 */
export async function readPage(wompi: Wompi, attempt: Attempt, now: Date): Promise<Transaction[] | null> {
  const { payment_link_id, transaction_id, expires_at, created_at } = attempt
  if (payment_link_id === null || expires_at === null) return []
  if (transaction_id !== null && (!isOpen(attempt.status) || isPageOver(expires_at, now))) {
    const answer = await wompi.get(transaction_id)
    if (!answer.ok) return null
    if (answer.value.status !== 'DECLINED' && answer.value.status !== 'ERROR') return [answer.value]
  }
  const own: Transaction[] = []
  for (let page = 1; page <= LIST_PAGES_MAX; page += 1) {
    const answer = await wompi.listNewest(dayOf(created_at), addDays(dayOf(expires_at), 1), page)
    if (!answer.ok) return null
    own.push(...answer.value.filter((transaction) => transaction.payment_link_id === payment_link_id))
    if (answer.value.length < LIST_PAGE_SIZE || isOlder(answer.value.at(-1), created_at)) return own
  }
  return null
}

const isOlder = (transaction: Transaction | undefined, than: Date): boolean =>
  new Date(transaction?.created_at ?? '').getTime() < than.getTime()

/**
 * Ends the attempt of a page that was not paid in its time, once the provider answered. One whose link was never made has no page: it ends as any
 * payment that the provider does not have.
 */
export async function endPage(tx: Tx, target: { id: string; client_id: string }, now: Date): Promise<void> {
  await lockAccount(tx, target.client_id)
  const attempt = await lockExistingAttempt(tx, target.id)
  const { method, expires_at, transaction_id, payment_link_id } = attempt
  const isWaiting = isAsked(attempt) || attempt.is_unanswered
  if (method !== PAGE_METHOD || expires_at === null || transaction_id !== null || !isWaiting) return
  const isOver = payment_link_id === null ? isAbsenceAccepted(attempt.created_at, now) : isPageOver(expires_at, now)
  if (isOver) await endAsking(tx, attempt, now, false)
}
