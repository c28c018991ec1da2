import { hash } from 'node:crypto'
import type { SimulatedMerchant } from './rules.ts'

const PROPERTIES = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'] as const
const ANSWER_MAX_MS = 10_000

type TransactionView = { id: string; status: string; amount_in_cents: number; reference: string }

/** The event of a transaction in the provider's format, with the checksum in the body and in the header. */
export function eventOf(merchant: SimulatedMerchant, transaction: TransactionView, at = new Date()) {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const checksum = hash(
    'sha256',
    `${transaction.id}${transaction.status}${transaction.amount_in_cents}${timestamp}${merchant.events_secret}`,
  )
  const body = {
    event: 'transaction.updated',
    data: { transaction },
    environment: 'test',
    signature: { properties: PROPERTIES, checksum },
    timestamp,
    sent_at: at.toISOString(),
  }
  return { body, headers: { 'content-type': 'application/json', 'x-event-checksum': checksum } }
}

/** Sends the event until the reply is 200, with one retry after each wait of `retriesMs`. */
export function sendEvent(
  merchant: SimulatedMerchant,
  transaction: TransactionView,
  retriesMs: readonly number[],
  later: (ms: number, work: () => void) => void,
): void {
  const url = merchant.events_url
  if (url === null) return
  const { body, headers } = eventOf(merchant, transaction)
  const attempt = async (left: readonly number[]): Promise<void> => {
    const isAccepted = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    }).then(
      (answer) => answer.status === 200,
      () => false,
    )
    const [wait, ...rest] = left
    if (!isAccepted && wait !== undefined) later(wait, () => void attempt(rest))
  }
  void attempt(retriesMs)
}
