import type { Day } from '#domain/core/days.ts'
import { dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Payment } from '#domain/payments/payment.ts'
import type { BulkWork } from '#server/bulk/action.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { registerPayment } from '#server/payments/manual.ts'
import { decideLine, type LockedLine, lockLines } from './queries.ts'

type PayMany = Extract<BulkWork, { kind: 'rows' }>['run']

/** Registers the certain lines of a batch. A line that cannot be registered any more is left for a person, with its reason. */
export const payLines: PayMany = async (job, tx, rows) => {
  const now = job.world.clock()
  const lines = new Map(
    (
      await lockLines(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((line) => [line.id, line]),
  )
  // Every account is locked before the first number is taken: a payment at the desk locks in that order too.
  await lockAccounts(tx, [...new Set([...lines.values()].flatMap(({ client_id }) => client_id ?? []))])
  const failures = new Map<string, string>()
  for (const { id } of rows) {
    const line = lines.get(id)
    if (line?.state === 'paid') continue
    if (line?.state !== 'certain') {
      failures.set(id, 'Este movimiento ya no es seguro: revísalo a mano')
      continue
    }
    const reason = await tryPay(tx, line, now)
    if (reason === null) continue
    failures.set(id, reason)
    await decideLine(tx, id, { state: 'doubtful', reason, client_id: null, invoice_id: null })
  }
  return failures
}

/** The sentence of a refusal, which comes before anything is written; null when the payment is registered. */
async function tryPay(tx: Tx, line: LockedLine, now: Date): Promise<string | null> {
  try {
    await payLine(tx, line, { today: dayOf(now), now }, { postsToday: false })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const REFERENCE_MAX = 80

/**
 * Registers the payment of a locked line, with the day and the account of the bank. `postsToday`: its day is closed, and the payment is
 * in the books today. Throws a Refusal for a line that is decided already or is not money that came in.
 */
export async function payLine(
  tx: Tx,
  line: LockedLine,
  { today, now }: { today: Day; now: Date },
  { postsToday }: { postsToday: boolean },
): Promise<Payment> {
  if (line.state === 'paid' || line.state === 'ignored')
    throw new Refusal('conflict', 'Este movimiento ya se registró o se descartó')
  if (line.amount <= 0 || line.client_id === null || line.is_returned)
    throw new Refusal('conflict', 'Este movimiento no es dinero que entró: no se registra como pago')
  const reference = (line.reference || line.description).slice(0, REFERENCE_MAX).trim()
  const payment = await registerPayment(
    tx,
    {
      client_id: line.client_id,
      amount: line.amount,
      method: line.method,
      paid_on: line.on_day,
      account_id: line.account_id,
      ...(reference !== '' && { reference }),
      ...(line.invoice_id !== null && { invoice_ids: [line.invoice_id] }),
    },
    { today, now },
    postsToday && line.on_day < today ? today : undefined,
  )
  await decideLine(tx, line.id, {
    state: 'paid',
    reason: 'Registrado',
    client_id: line.client_id,
    payment_id: payment.id,
  })
  await tx.record('bank_line.paid', {
    entity_id: line.id,
    client_id: line.client_id,
    after: { number: payment.number, amount: toPesos(line.amount), client: payment.client.name },
  })
  return payment
}
